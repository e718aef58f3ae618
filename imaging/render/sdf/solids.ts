import {
  absolute,
  add,
  clamp,
  constant,
  divide,
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
import { boundsAround, type Shape, type Vector3 } from "./shape.ts"

// Distances as published by Inigo Quilez ("distance functions"), re-derived for graphs. All solids stand
// around the origin; y is up; radii and half extents are in world units.

export const sphere = (radius: number): Shape => ({
  bounds: boundsAround(radius, radius, radius),
  distance: (p) => subtract(length(...p), radius),
})

/** Box of half extents, with rounded edges inside those extents. */
export const box = ([hx, hy, hz]: Vector3, rounding = 0): Shape => ({
  bounds: boundsAround(hx, hy, hz),
  distance: (p) => {
    const x = subtract(absolute(p[0]), hx - rounding)
    const y = subtract(absolute(p[1]), hy - rounding)
    const z = subtract(absolute(p[2]), hz - rounding)
    const outside = length(maximum(x, 0), maximum(y, 0), maximum(z, 0))
    return subtract(add(outside, minimum(maximum(x, maximum(y, z)), 0)), rounding)
  },
})

/** Upright cylinder; `halfHeight` above and below the origin; edges rounded inside. */
export const cylinder = (radius: number, halfHeight: number, rounding = 0): Shape => ({
  bounds: boundsAround(radius, halfHeight, radius),
  distance: ([x, y, z]) => {
    const side = subtract(length(x, z), radius - rounding)
    const top = subtract(absolute(y), halfHeight - rounding)
    const outside = length(maximum(side, 0), maximum(top, 0))
    return subtract(add(minimum(maximum(side, top), 0), outside), rounding)
  },
})

/** Upright cone frustum: `bottom` radius at -halfHeight, `top` radius at +halfHeight, edges rounded inside. */
export function cone(halfHeight: number, bottom: number, top: number, rounding = 0): Shape {
  const h = halfHeight - rounding
  const low = Math.max(0, bottom - rounding)
  const high = Math.max(0, top - rounding)
  const slope = high - low
  const reach = Math.max(bottom, top)
  return {
    bounds: boundsAround(reach, halfHeight, reach),
    distance: ([x, y, z]) => {
      const q = length(x, z)
      const capX = subtract(q, minimum(q, select(less(y, 0), low, high)))
      const capY = subtract(absolute(y), h)
      const along = clamp(
        divide(add(multiply(subtract(high, q), slope), multiply(subtract(h, y), 2 * h)), slope * slope + 4 * h * h),
        0,
        1,
      )
      const sideX = add(subtract(q, high), multiply(along, slope))
      const sideY = add(subtract(y, h), multiply(along, 2 * h))
      const squared = minimum(add(square(capX), square(capY)), add(square(sideX), square(sideY)))
      const sign = select(less(sideX, 0), select(less(capY, 0), -1, 1), 1)
      return subtract(multiply(sign, root(squared)), rounding)
    },
  }
}

/** Ring around the y axis: `radius` to the middle of the tube, `tube` radius of the tube. */
export const torus = (radius: number, tube: number): Shape => ({
  bounds: boundsAround(radius + tube, tube, radius + tube),
  distance: ([x, y, z]) => subtract(length(subtract(length(x, z), radius), y), tube),
})

/** Rod with round ends from `a` to `b`. */
export function capsule(a: Vector3, b: Vector3, radius: number): Shape {
  return roundCone(a, b, radius, radius)
}

/** Rod whose radius changes from `radiusA` at `a` to `radiusB` at `b` (linear, a close lower bound). */
export function roundCone(a: Vector3, b: Vector3, radiusA: number, radiusB: number): Shape {
  const reach = Math.max(radiusA, radiusB)
  const along: Vector3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const squared = along[0] ** 2 + along[1] ** 2 + along[2] ** 2
  const slope = Math.abs(radiusA - radiusB) / Math.max(1e-6, Math.sqrt(squared))
  return {
    bounds: {
      min: [Math.min(a[0], b[0]) - reach, Math.min(a[1], b[1]) - reach, Math.min(a[2], b[2]) - reach],
      max: [Math.max(a[0], b[0]) + reach, Math.max(a[1], b[1]) + reach, Math.max(a[2], b[2]) + reach],
    },
    distance: ([px, py, pz]) => {
      const x = subtract(px, a[0])
      const y = subtract(py, a[1])
      const z = subtract(pz, a[2])
      const dot = add(add(multiply(x, along[0]), multiply(y, along[1])), multiply(z, along[2]))
      const t = clamp(multiply(dot, 1 / Math.max(1e-12, squared)), 0, 1)
      const away = length(
        subtract(x, multiply(t, along[0])),
        subtract(y, multiply(t, along[1])),
        subtract(z, multiply(t, along[2])),
      )
      const radius = add(radiusA, multiply(t, radiusB - radiusA))
      return multiply(subtract(away, radius), 1 / Math.hypot(1, slope))
    },
  }
}

/** Ellipsoid of three radii (bounded approximation, exact on the surface). */
export const ellipsoid = ([rx, ry, rz]: Vector3): Shape => ({
  bounds: boundsAround(rx, ry, rz),
  distance: ([x, y, z]) => {
    const k0 = length(multiply(x, 1 / rx), multiply(y, 1 / ry), multiply(z, 1 / rz))
    const k1 = length(multiply(x, 1 / (rx * rx)), multiply(y, 1 / (ry * ry)), multiply(z, 1 / (rz * rz)))
    return divide(multiply(k0, subtract(k0, 1)), maximum(k1, 1e-4))
  },
})

/** Everything on the side of a plane away from its normal: dot(p, normal) ≤ offset. Infinite: intersect it. */
function halfSpace(normal: Vector3, offset: number): Shape {
  const size = Math.hypot(...normal)
  const [nx, ny, nz] = normal.map((c) => c / size) as [number, number, number]
  return {
    bounds: boundsAround(1e3, 1e3, 1e3),
    distance: ([x, y, z]) => subtract(add(add(multiply(x, nx), multiply(y, ny)), multiply(z, nz)), offset),
  }
}

/** Convex solid between planes: each row is normal (unit) and offset; `reach` bounds it on all sides. */
export const facets = (planes: readonly { normal: Vector3; offset: number }[], reach: number): Shape => ({
  bounds: boundsAround(reach, reach, reach),
  distance: (p) =>
    planes
      .map((plane) => halfSpace(plane.normal, plane.offset).distance(p))
      .reduce<Expression>(maximum, constant(-1e3)),
})
