import {
  absolute,
  add,
  clamp,
  constant,
  type Expression,
  length,
  less,
  maximum,
  minimum,
  multiply,
  root,
  select,
  square,
  subtract,
} from "./expression.ts"
import type { Shape } from "./shape.ts"

export type Vector2 = readonly [number, number]

/** A flat figure: signed distance in its plane and a rectangle around it. */
export interface Profile {
  readonly min: Vector2
  readonly max: Vector2
  distance(x: Expression, y: Expression): Expression
}

/** Rectangle of half extents with rounded corners inside them. */
export const rectangle = (hx: number, hy: number, rounding = 0): Profile => ({
  min: [-hx, -hy],
  max: [hx, hy],
  distance: (x, y) => {
    const dx = subtract(absolute(x), hx - rounding)
    const dy = subtract(absolute(y), hy - rounding)
    return subtract(add(length(maximum(dx, 0), maximum(dy, 0)), minimum(maximum(dx, dy), 0)), rounding)
  },
})

/**
 * Closed polygon, exact distance. Cost grows with every corner: keep below about 24.
 * @param rounding grows the figure by this and rounds its outer corners
 */
export function polygon(corners: readonly Vector2[], rounding = 0): Profile {
  const xs = corners.map((c) => c[0])
  const ys = corners.map((c) => c[1])
  return {
    min: [Math.min(...xs) - rounding, Math.min(...ys) - rounding],
    max: [Math.max(...xs) + rounding, Math.max(...ys) + rounding],
    distance: (x, y) => {
      let squared: Expression = constant(1e9)
      let sign: Expression = constant(1)
      corners.forEach(([ax, ay], i) => {
        const [bx, by] = corners[(i + corners.length - 1) % corners.length] ?? [ax, ay]
        const ex = bx - ax
        const ey = by - ay
        const wx = subtract(x, ax)
        const wy = subtract(y, ay)
        const t = clamp(multiply(add(multiply(wx, ex), multiply(wy, ey)), 1 / (ex * ex + ey * ey || 1)), 0, 1)
        squared = minimum(squared, add(square(subtract(wx, multiply(t, ex))), square(subtract(wy, multiply(t, ey)))))
        if (ay === by) return
        const crossing = add(ax, multiply(subtract(y, ay), ex / ey))
        const beside = select(less(x, crossing), -1, 1)
        const within = select(less(y, Math.min(ay, by)), 1, select(less(y, Math.max(ay, by)), beside, 1))
        sign = multiply(sign, within)
      })
      return subtract(multiply(sign, root(squared)), rounding)
    },
  }
}

/** Points on a smooth curve through the given ones (Catmull-Rom), `steps` per span, ends included. */
export function smoothCurve(through: readonly Vector2[], steps: number): Vector2[] {
  const at = (i: number): Vector2 => through[Math.max(0, Math.min(through.length - 1, i))] ?? [0, 0]
  const curve: Vector2[] = []
  for (let i = 0; i < through.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let k = 0; k < steps; k++) {
      const t = k / steps
      const blend = (a: number, b: number, c: number, d: number): number =>
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
      curve.push([blend(p0[0], p1[0], p2[0], p3[0]), blend(p0[1], p1[1], p2[1], p3[1])])
    }
  }
  curve.push(at(through.length - 1))
  return curve
}

/** Solid of revolution around the y axis: the profile's x is the radius (use x ≥ 0), its y the height. */
export const revolve = (profile: Profile): Shape => ({
  bounds: {
    min: [-profile.max[0], profile.min[1], -profile.max[0]],
    max: [profile.max[0], profile.max[1], profile.max[0]],
  },
  distance: ([x, y, z]) => profile.distance(length(x, z), y),
})

/** Prism of the profile in the x-y plane, `halfDepth` to both sides in z, edges rounded inside. */
export const extrude = (profile: Profile, halfDepth: number, rounding = 0): Shape => ({
  bounds: {
    min: [profile.min[0], profile.min[1], -halfDepth],
    max: [profile.max[0], profile.max[1], halfDepth],
  },
  distance: ([x, y, z]) => {
    const flat = add(profile.distance(x, y), rounding)
    const deep = subtract(absolute(z), halfDepth - rounding)
    return subtract(add(minimum(maximum(flat, deep), 0), length(maximum(flat, 0), maximum(deep, 0))), rounding)
  },
})
