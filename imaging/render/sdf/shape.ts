import {
  absolute,
  add,
  angleOf,
  clamp,
  cosine,
  divide,
  type Expression,
  floor,
  length,
  multiply,
  type Point,
  sine,
  subtract,
} from "./expression.ts"

export type Vector3 = readonly [number, number, number]

/** Axis-parallel box that contains a shape. */
export interface Bounds {
  readonly min: Vector3
  readonly max: Vector3
}

/** A solid: its signed distance (never more than the true distance) and a box around it. */
export interface Shape {
  readonly bounds: Bounds
  distance(p: Point): Expression
}

/** Box of the given half extents around the origin. */
export const boundsAround = (x: number, y: number, z: number): Bounds => ({ min: [-x, -y, -z], max: [x, y, z] })

/** Smallest box around several. */
export function joinBounds(all: readonly Bounds[]): Bounds {
  const pick = (axis: 0 | 1 | 2, of: "min" | "max"): number => Math[of](...all.map((b) => b[of][axis]))
  return {
    min: [pick(0, "min"), pick(1, "min"), pick(2, "min")],
    max: [pick(0, "max"), pick(1, "max"), pick(2, "max")],
  }
}

/** Box common to two; empty overlaps shrink to a point. */
export function overlapBounds(a: Bounds, b: Bounds): Bounds {
  const min = a.min.map((value, i) => Math.max(value, b.min[i] ?? value))
  const max = a.max.map((value, i) => Math.max(min[i] ?? value, Math.min(value, b.max[i] ?? value)))
  return { min: [min[0] ?? 0, min[1] ?? 0, min[2] ?? 0], max: [max[0] ?? 0, max[1] ?? 0, max[2] ?? 0] }
}

/** Box grown on all sides. */
export const growBounds = (b: Bounds, by: number): Bounds => ({
  min: [b.min[0] - by, b.min[1] - by, b.min[2] - by],
  max: [b.max[0] + by, b.max[1] + by, b.max[2] + by],
})

function mapBounds(b: Bounds, move: (p: Vector3) => Vector3): Bounds {
  const corners: Bounds[] = []
  for (const x of [b.min[0], b.max[0]]) {
    for (const y of [b.min[1], b.max[1]]) {
      for (const z of [b.min[2], b.max[2]]) {
        const corner = move([x, y, z])
        corners.push({ min: corner, max: corner })
      }
    }
  }
  return joinBounds(corners)
}

/** The shape moved by (x, y, z). */
export function translate(shape: Shape, [x, y, z]: Vector3): Shape {
  return {
    bounds: mapBounds(shape.bounds, (p) => [p[0] + x, p[1] + y, p[2] + z]),
    distance: (p) => shape.distance([subtract(p[0], x), subtract(p[1], y), subtract(p[2], z)]),
  }
}

/** Turned around the x axis by `angle` radians: y toward z. */
export function rotateX(shape: Shape, angle: number): Shape {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return {
    bounds: mapBounds(shape.bounds, ([x, y, z]) => [x, y * c - z * s, y * s + z * c]),
    distance: ([x, y, z]) =>
      shape.distance([x, add(multiply(y, c), multiply(z, s)), subtract(multiply(z, c), multiply(y, s))]),
  }
}

/** Turned around the y axis by `angle` radians: z toward x. */
export function rotateY(shape: Shape, angle: number): Shape {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return {
    bounds: mapBounds(shape.bounds, ([x, y, z]) => [x * c + z * s, y, z * c - x * s]),
    distance: ([x, y, z]) =>
      shape.distance([subtract(multiply(x, c), multiply(z, s)), y, add(multiply(z, c), multiply(x, s))]),
  }
}

/** Turned around the z axis by `angle` radians: x toward y. */
export function rotateZ(shape: Shape, angle: number): Shape {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return {
    bounds: mapBounds(shape.bounds, ([x, y, z]) => [x * c - y * s, x * s + y * c, z]),
    distance: ([x, y, z]) =>
      shape.distance([add(multiply(x, c), multiply(y, s)), subtract(multiply(y, c), multiply(x, s)), z]),
  }
}

/** The shape larger or smaller by one factor. */
export function scale(shape: Shape, factor: number): Shape {
  return {
    bounds: mapBounds(shape.bounds, ([x, y, z]) => [x * factor, y * factor, z * factor]),
    distance: ([x, y, z]) =>
      multiply(shape.distance([multiply(x, 1 / factor), multiply(y, 1 / factor), multiply(z, 1 / factor)]), factor),
  }
}

/** Stretched by a factor per axis. The distance is only a lower bound; keep factors within 0.4 to 2.5. */
export function stretch(shape: Shape, [sx, sy, sz]: Vector3): Shape {
  return {
    bounds: mapBounds(shape.bounds, ([x, y, z]) => [x * sx, y * sy, z * sz]),
    distance: ([x, y, z]) =>
      multiply(shape.distance([multiply(x, 1 / sx), multiply(y, 1 / sy), multiply(z, 1 / sz)]), Math.min(sx, sy, sz)),
  }
}

/** The half at x ≥ 0 and its mirror image. */
export function mirrorX(shape: Shape): Shape {
  const reach = Math.max(Math.abs(shape.bounds.min[0]), Math.abs(shape.bounds.max[0]))
  return {
    bounds: {
      min: [-reach, shape.bounds.min[1], shape.bounds.min[2]],
      max: [reach, shape.bounds.max[1], shape.bounds.max[2]],
    },
    distance: ([x, y, z]) => shape.distance([absolute(x), y, z]),
  }
}

/** The half at z ≥ 0 and its mirror image. */
export function mirrorZ(shape: Shape): Shape {
  const reach = Math.max(Math.abs(shape.bounds.min[2]), Math.abs(shape.bounds.max[2]))
  return {
    bounds: {
      min: [shape.bounds.min[0], shape.bounds.min[1], -reach],
      max: [shape.bounds.max[0], shape.bounds.max[1], reach],
    },
    distance: ([x, y, z]) => shape.distance([x, y, absolute(z)]),
  }
}

/** A row of `count` copies along one axis, `spacing` apart, centred. The shape must fit into its cell. */
export function repeatAlong(shape: Shape, axis: 0 | 1 | 2, count: number, spacing: number): Shape {
  const reach = ((count - 1) / 2) * spacing
  const shift = (count % 2 === 0 ? 0.5 : 0) * spacing
  const low = Math.ceil(-(count - 1) / 2)
  const high = Math.floor(count / 2)
  const first = translate(shape, axis === 0 ? [-reach, 0, 0] : axis === 1 ? [0, -reach, 0] : [0, 0, -reach])
  const last = translate(shape, axis === 0 ? [reach, 0, 0] : axis === 1 ? [0, reach, 0] : [0, 0, reach])
  const fold = (v: Expression): Expression => {
    const shifted = add(v, shift)
    const cell = clamp(floor(add(multiply(shifted, 1 / spacing), 0.5)), count % 2 === 0 ? low : low, high)
    return subtract(shifted, multiply(cell, spacing))
  }
  return {
    bounds: joinBounds([first.bounds, last.bounds]),
    distance: (p) =>
      shape.distance([axis === 0 ? fold(p[0]) : p[0], axis === 1 ? fold(p[1]) : p[1], axis === 2 ? fold(p[2]) : p[2]]),
  }
}

/**
 * `count` copies around the y axis of a shape that stands on the positive x side
 * and is symmetric in z within its sector.
 */
export function repeatAround(shape: Shape, count: number): Shape {
  const sector = (2 * Math.PI) / count
  const b = shape.bounds
  const reach = Math.hypot(
    Math.max(Math.abs(b.min[0]), Math.abs(b.max[0])),
    Math.max(Math.abs(b.min[2]), Math.abs(b.max[2])),
  )
  return {
    bounds: { min: [-reach, b.min[1], -reach], max: [reach, b.max[1], reach] },
    distance: ([x, y, z]) => {
      const radius = length(x, z)
      const angle = angleOf(z, x)
      const folded = subtract(angle, multiply(floor(add(divide(angle, sector), 0.5)), sector))
      return shape.distance([multiply(radius, cosine(folded)), y, multiply(radius, sine(folded))])
    },
  }
}
