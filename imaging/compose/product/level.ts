// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { readBaseLine } from "./base-line.ts"
import type { Silhouette } from "./silhouette.ts"

/** Slopes that are taken out, radians: smaller ones nobody sees, larger ones are the product's own shape. */
const slopes = { least: (1.5 * Math.PI) / 180, most: (10 * Math.PI) / 180 }
/** A base is one edge when it is as wide as this share of the product … */
const leastWidth = 0.55
/** … and strays from a straight line by no more than this share of its own width. */
const straightness = 0.014
/** Share of the base's outline at either end that may be a rounded corner. */
const corner = 0.08
/**
 * Share of the slope that is taken out. Sets are seen from lower down than most photos, which flattens receding edges;
 * all of it would make the upper edges lean the other way.
 */
const share = 0.6

/**
 * How much the base has to be levelled, radians, positive when its right end is lower in the picture. Not 0 for boxes and
 * bags that were photographed from a corner and above: their front edge runs downhill, and in a set with a level
 * horizon that looks like a slide. Round bases, legs and soles are not one straight edge and stay.
 */
export function slopeToLevel(shape: Silhouette): number {
  const { feet } = readBaseLine(shape)
  const [foot] = feet
  if (!foot || feet.length > 1) return 0
  const width = foot[1] - foot[0]
  if (width < leastWidth * (shape.right - shape.left)) return 0
  const { slope, strays } = fitLine(shape.lowest, foot[0] + corner * width, foot[1] - corner * width)
  const angle = Math.atan(slope)
  const isLevelled = strays <= straightness * width && Math.abs(angle) >= slopes.least && Math.abs(angle) <= slopes.most
  return isLevelled ? angle * share : 0
}

/** The straight line nearest to the lower outline between two columns, and how far the outline strays from it (rms). */
function fitLine(lowest: Int32Array, from: number, to: number): { slope: number; strays: number } {
  const [first, last] = [Math.ceil(from), Math.floor(to)]
  const middle = (first + last) / 2
  const rows = lowest.subarray(first, last + 1)
  const mean = rows.reduce((sum, y) => sum + y, 0) / rows.length
  let [squares, products] = [0, 0]
  for (const [i, y] of rows.entries()) {
    squares += (first + i - middle) ** 2
    products += (first + i - middle) * (y - mean)
  }
  const slope = squares > 0 ? products / squares : 0
  const errors = rows.reduce((sum, y, i) => sum + (y - mean - slope * (first + i - middle)) ** 2, 0)
  return { slope, strays: Math.sqrt(errors / rows.length) }
}

/**
 * A cut-out whose columns slide up or down so that a line with this slope becomes level; uprights stay upright. Colours
 * are weighted by alpha; angle 0 gives the same picture.
 */
export function levelPicture(picture: Picture, angle: number): Picture {
  if (angle === 0) return picture
  const { width } = picture
  const rate = Math.tan(angle)
  const room = Math.ceil(Math.abs(rate) * width * 0.5) + 1
  const height = picture.height + 2 * room
  const data = new Uint8ClampedArray(width * height * 4)
  for (let x = 0; x < width; x++) {
    const shift = rate * (x + 0.5 - width / 2) - room
    const low = Math.floor(shift)
    const part = shift - low
    for (let y = 0; y < height; y++) {
      const [above, below] = [y + low, y + low + 1]
      const [a, b] = [(above * width + x) * 4, (below * width + x) * 4]
      const wa = above >= 0 && above < picture.height ? (1 - part) * picture.data[a + 3]! : 0
      const wb = below >= 0 && below < picture.height ? part * picture.data[b + 3]! : 0
      const alpha = wa + wb
      if (alpha <= 0) continue
      const to = (y * width + x) * 4
      for (let c = 0; c < 3; c++) {
        data[to + c] = ((wa > 0 ? wa * picture.data[a + c]! : 0) + (wb > 0 ? wb * picture.data[b + c]! : 0)) / alpha
      }
      data[to + 3] = alpha
    }
  }
  return { width, height, channels: 4, data }
}
