// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { shrink } from "#imaging/pixels/resize.ts"

/** Photos whose fingerprints differ in at most this many of 64 bits look the same. Source: imaging study, section 4. */
const sameWithin = 6

/**
 * 64 bits: whether brightness rises from each cell to the next, in 8 rows of 9 cells. Survives resizing, compression
 * and changes of exposure. (The "difference hash", Krawetz, 2013.)
 */
export function fingerprintOf(picture: Picture): Uint8Array {
  const { data, channels } = shrink(picture, 9, 8)
  const bits = new Uint8Array(64)
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const at = (y * 9 + x) * channels
      bits[y * 8 + x] = brightness(data, at + channels) > brightness(data, at) ? 1 : 0
    }
  }
  return bits
}

/** Whether two fingerprints belong to nearly the same photo. */
export function isNearDuplicate(a: Uint8Array, b: Uint8Array): boolean {
  let different = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) different++
  return different <= sameWithin
}

function brightness(data: Picture["data"], at: number): number {
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
}
