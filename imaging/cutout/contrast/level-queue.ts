// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/**
 * A queue of pixels by whole-number level, lowest level first, first in first out inside a level.
 * Each pixel may wait once. What is pushed must not lie below the level being emptied (flooding never goes down).
 */
export class LevelQueue {
  private readonly next: Int32Array
  private readonly head: Int32Array
  private readonly tail: Int32Array
  private level = 0

  constructor(size: number, levels: number) {
    this.next = new Int32Array(size)
    this.head = new Int32Array(levels).fill(-1)
    this.tail = new Int32Array(levels).fill(-1)
  }

  push(pixel: number, level: number): void {
    this.next[pixel] = -1
    if (this.head[level]! < 0) this.head[level] = pixel
    else this.next[this.tail[level]!] = pixel
    this.tail[level] = pixel
  }

  /** The next pixel, or -1 when none is left. */
  pop(): number {
    while (this.level < this.head.length) {
      const pixel = this.head[this.level]!
      if (pixel >= 0) {
        this.head[this.level] = this.next[pixel]!
        return pixel
      }
      this.level++
    }
    return -1
  }
}
