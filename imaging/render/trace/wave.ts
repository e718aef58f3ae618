/** The samples that a wave of paths is made of. */
export interface Wave {
  count: number
  /** Place of each sample's pixel in the film's planes. */
  readonly pixel: Int32Array
  /** Random start of each sample's pixel. */
  readonly hash: Int32Array
  /** How many samples of that pixel came before. */
  readonly number: Int32Array
  /** Light gathered so far, three numbers per sample. */
  readonly gathered: Float32Array
}

export function createWave(capacity: number): Wave {
  return {
    count: 0,
    pixel: new Int32Array(capacity),
    hash: new Int32Array(capacity),
    number: new Int32Array(capacity),
    gathered: new Float32Array(capacity * 3),
  }
}
