/** A signed distance: negative inside, in scene units (a product is about 2 units large). */
export type Shape = (x: number, y: number, z: number) => number

/** A piece of a product: its shape, its colour (linear light) and how much it shines, 0 to 1. */
export interface Part {
  shape: Shape
  colour: Rgb
  gloss: number
  /** A pattern in place of the one colour, by the place in the scene. */
  paint?: (x: number, y: number, z: number) => Rgb
}

export type Rgb = [number, number, number]

export const sphere =
  (cx: number, cy: number, cz: number, radius: number): Shape =>
  (x, y, z) =>
    Math.hypot(x - cx, y - cy, z - cz) - radius

/** Upright cylinder with rounded edges. */
export const cylinder =
  (cx: number, bottom: number, cz: number, radius: number, height: number, round = 0.03): Shape =>
  (x, y, z) => {
    const across = Math.hypot(x - cx, z - cz) - radius + round
    const up = Math.abs(y - bottom - height / 2) - height / 2 + round
    return Math.min(Math.max(across, up), 0) + Math.hypot(Math.max(across, 0), Math.max(up, 0)) - round
  }

export const box =
  (cx: number, cy: number, cz: number, wide: number, high: number, deep: number, round = 0.03): Shape =>
  (x, y, z) => {
    const dx = Math.abs(x - cx) - wide / 2 + round
    const dy = Math.abs(y - cy) - high / 2 + round
    const dz = Math.abs(z - cz) - deep / 2 + round
    const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0))
    return outside + Math.min(Math.max(dx, dy, dz), 0) - round
  }

/** A rod between two points, its radius changing evenly. */
export const rod =
  (a: Rgb, b: Rgb, radiusA: number, radiusB = radiusA): Shape =>
  (x, y, z) => {
    const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    const along = ((x - a[0]) * ex + (y - a[1]) * ey + (z - a[2]) * ez) / (ex * ex + ey * ey + ez * ez)
    const t = Math.min(1, Math.max(0, along))
    return Math.hypot(x - a[0] - t * ex, y - a[1] - t * ey, z - a[2] - t * ez) - radiusA - t * (radiusB - radiusA)
  }

/** A ring standing upright, facing the camera's side (axis along z). */
export const standingRing =
  (cx: number, cy: number, cz: number, radius: number, thickness: number): Shape =>
  (x, y, z) =>
    Math.hypot(Math.hypot(x - cx, y - cy) - radius, z - cz) - thickness

/** A ring lying flat (axis up). */
export const lyingRing =
  (cx: number, cy: number, cz: number, radius: number, thickness: number): Shape =>
  (x, y, z) =>
    Math.hypot(Math.hypot(x - cx, z - cz) - radius, y - cy) - thickness

export const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y, z) =>
    Math.max(shape(x, y, z), -hole(x, y, z))

/** Union with a fillet of about `blend`. */
export const melt =
  (blend: number, ...shapes: Shape[]): Shape =>
  (x, y, z) => {
    let out = Number.POSITIVE_INFINITY
    for (const shape of shapes) {
      const d = shape(x, y, z)
      const h = Math.max(0, blend - Math.abs(out - d)) / blend
      out = Math.min(out, d) - (h * h * blend) / 4
    }
    return out
  }
