// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { boxMean } from "#imaging/pixels/box-mean.ts"

/** Smooths `plane` while following the edges of `guide`. He, Sun and Tang, "Guided Image Filtering", ECCV 2010. */
export function guidedFilter(
  guide: Float32Array,
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  epsilon: number,
): Float32Array {
  const mean = (values: Float32Array): Float32Array => boxMean(values, width, height, radius)
  const guideMean = mean(guide)
  const planeMean = mean(plane)
  const product = mean(guide.map((value, i) => value * plane[i]!))
  const square = mean(guide.map((value) => value * value))
  const slope = product.map(
    (value, i) => (value - guideMean[i]! * planeMean[i]!) / (square[i]! - guideMean[i]! * guideMean[i]! + epsilon),
  )
  const offset = planeMean.map((value, i) => value - slope[i]! * guideMean[i]!)
  const slopeMean = mean(slope)
  const offsetMean = mean(offset)
  return guide.map((value, i) => slopeMean[i]! * value + offsetMean[i]!)
}
