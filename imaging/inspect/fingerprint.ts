// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { shrink } from "#imaging/pixels/resize.ts"

/**
 * Steps of brightness to the next cell that may be noise, as on plain ground, where they go either way: so many of 255, and
 * never more than this share of the mean step. In the dark all steps are small, and say as much.
 */
const noise = { most: 2, ofMean: 0.25 }

/**
 * Photos look the same when at most this many of 128 steps go the other way. Of 52 made photos ("held-out" and "fresh", rounds
 * 0, 62 and 71), seen: the same one a little closer and brighter 8 and less, 6 and less on 51; another product 8 and more, and
 * 10 and more when both are dark. A plain tin turned by seven degrees on a plain ground: 9.
 */
const sameWithin = 7

/**
 * How brightness changes from each cell to the next, in 8 rows of 9 cells and in 8 columns of 9. Survives resizing,
 * compression and changes of exposure. (The "difference hash", Krawetz, 2013, with the steps themselves kept.)
 */
export function fingerprintOf(picture: Picture): Int16Array {
  const steps = new Int16Array(128)
  const rows = shrink(picture, 9, 8)
  const columns = shrink(picture, 8, 9)
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const [inRow, inColumn] = [y * 9 + x, y * 8 + x]
      steps[y * 8 + x] = brightness(rows, inRow + 1) - brightness(rows, inRow)
      steps[64 + y * 8 + x] = brightness(columns, inColumn + 8) - brightness(columns, inColumn)
    }
  }
  return steps
}

/** Whether two fingerprints belong to nearly the same photo. */
export function isNearDuplicate(a: Int16Array, b: Int16Array): boolean {
  const least = Math.min(noise.most, noise.ofMean * Math.min(meanOf(a), meanOf(b)))
  let different = 0
  for (let i = 0; i < a.length; i++) {
    const isTurned = a[i]! > 0 !== b[i]! > 0
    if (isTurned && Math.abs(a[i]! - b[i]!) > least) different++
  }
  return different <= sameWithin
}

function meanOf(steps: Int16Array): number {
  return steps.reduce((sum, step) => sum + Math.abs(step), 0) / steps.length
}

function brightness({ data, channels }: Picture, cell: number): number {
  const at = cell * channels
  return Math.round(0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!)
}
