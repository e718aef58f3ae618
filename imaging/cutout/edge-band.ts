// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** The pixels around each one of a picture, without looking past its border. */
export interface Around {
  /** How many steps along the data lead to each of the eight; the first four share a side with the pixel. */
  steps: Int32Array
  /** Whether the pixel lies on the border, where some of its eight are not there. */
  isOnBorder(p: number): boolean
  /** @param n number of the neighbour, from 0 */
  isThere(p: number, n: number): boolean
}

const sideways = [-1, 1, 0, 0, -1, 1, -1, 1] as const
const downwards = [0, 0, -1, 1, -1, -1, 1, 1] as const

/** The neighbours in pictures of this size. */
export function aroundIn(width: number, height: number): Around {
  const last = width * (height - 1)
  return {
    steps: Int32Array.from(sideways, (dx, n) => dx + downwards[n]! * width),
    isOnBorder(p) {
      const x = p % width
      return x === 0 || x === width - 1 || p < width || p >= last
    },
    isThere(p, n) {
      const x = (p % width) + sideways[n]!
      const y = Math.floor(p / width) + downwards[n]!
      return x >= 0 && x < width && y >= 0 && y < height
    },
  }
}

/**
 * The pixels that lie within `reach` of where coverage changes. What an edge's change costs then follows the length of
 * the edge, not the size of the picture.
 * @param alpha coverage, a byte per pixel
 * @param most how many pixels it may be
 * @returns null when it is more
 */
export function edgeBand(
  alpha: Uint8Array,
  { width, height }: { width: number; height: number },
  reach: number,
  most: number,
): Int32Array | null {
  const around = aroundIn(width, height)
  const isIn = new Uint8Array(alpha.length)
  const found: number[] = []
  const add = (p: number): void => {
    if (isIn[p] === 1) return
    isIn[p] = 1
    found.push(p)
  }
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const value = alpha[p]!
      if (value > 0 && value < 255) add(p)
      if (x + 1 < width && alpha[p + 1] !== value) {
        add(p)
        add(p + 1)
      }
      if (y + 1 < height && alpha[p + width] !== value) {
        add(p)
        add(p + width)
      }
    }
  }
  let from = 0
  for (let step = 0; step < reach; step++) {
    const end = found.length
    if (end > most) return null
    const count = step % 2 === 0 ? 8 : 4
    for (; from < end; from++) {
      const p = found[from]!
      const isOnBorder = around.isOnBorder(p)
      for (let n = 0; n < count; n++) {
        if (!isOnBorder || around.isThere(p, n)) add(p + around.steps[n]!)
      }
    }
  }
  if (found.length > most) return null
  // In their order in memory, which is several times as fast to walk over.
  return Int32Array.from(found).sort()
}
