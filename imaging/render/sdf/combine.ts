import { type Expression, maximum, minimum, negate, smoothMaximum, smoothMinimum, subtract } from "./expression.ts"
import { growBounds, joinBounds, overlapBounds, type Shape } from "./shape.ts"

const fold = (
  shapes: readonly Shape[],
  p: Parameters<Shape["distance"]>[0],
  join: (a: Expression, b: Expression) => Expression,
): Expression => shapes.map((shape) => shape.distance(p)).reduce((a, b) => join(a, b))

/** All of them as one solid. */
export const union = (...shapes: Shape[]): Shape => ({
  bounds: joinBounds(shapes.map((s) => s.bounds)),
  distance: (p) => fold(shapes, p, minimum),
})

/** All of them, melted together over a width of about `k`. */
export const smoothUnion = (k: number, ...shapes: Shape[]): Shape => ({
  bounds: growBounds(joinBounds(shapes.map((s) => s.bounds)), k / 4),
  distance: (p) => fold(shapes, p, (a, b) => smoothMinimum(a, b, k)),
})

/** What is inside every one. */
export const intersect = (...shapes: Shape[]): Shape => smoothIntersect(0, ...shapes)

/** What is inside every one, with edges rounded over a width of about `k`. */
export const smoothIntersect = (k: number, ...shapes: Shape[]): Shape => ({
  bounds: shapes.map((s) => s.bounds).reduce(overlapBounds),
  distance: (p) => fold(shapes, p, (a, b) => (k > 0 ? smoothMaximum(a, b, k) : maximum(a, b))),
})

/** `from` without `taken`. */
export const cut = (from: Shape, ...taken: Shape[]): Shape => smoothCut(0, from, ...taken)

/** `from` without `taken`, with edges rounded over a width of about `k`. */
export const smoothCut = (k: number, from: Shape, ...taken: Shape[]): Shape => ({
  bounds: from.bounds,
  distance: (p) =>
    taken.reduce<Expression>((rest, shape) => {
      const outside = negate(shape.distance(p))
      return k > 0 ? smoothMaximum(rest, outside, k) : maximum(rest, outside)
    }, from.distance(p)),
})

/** Surface moved in or out by a field of the position, at most by `reach`: waves, ridges, dents. */
export const displace = (shape: Shape, reach: number, height: Shape["distance"]): Shape => ({
  bounds: growBounds(shape.bounds, reach),
  distance: (p) => subtract(shape.distance(p), height(p)),
})
