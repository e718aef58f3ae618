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

/** Sides that turn by less than this at a corner are parts of one curve; radians. */
const smoothTurn = 0.6

/**
 * Closed figure through corners. Where sides turn by less than `smoothTurn` they are bent into one smooth curve, so that
 * light glides over it; other corners stay sharp. Distance is exact beside straight sides and close to that beside bent ones.
 * Cost grows with every corner: keep below about 24.
 * @param rounding grows the figure by this and rounds its outer corners
 */
export function polygon(corners: readonly Vector2[], rounding = 0): Profile {
  const sides = bentSides(corners, directionsAt(corners))
  const outline = [...corners, ...sides.flatMap((side) => [0.25, 0.5, 0.75].map((t) => placeOn(side, t)))]
  const xs = outline.map((c) => c[0])
  const ys = outline.map((c) => c[1])
  return {
    min: [Math.min(...xs) - rounding, Math.min(...ys) - rounding],
    max: [Math.max(...xs) + rounding, Math.max(...ys) + rounding],
    distance: (x, y) => {
      let squared: Expression = constant(1e9)
      let sign: Expression = constant(1)
      let bulge: Expression = constant(0)
      for (const { from, along, atFrom, atTo } of sides) {
        const [ax, ay] = from
        const [ex, ey] = along
        const wx = subtract(x, ax)
        const wy = subtract(y, ay)
        const t = clamp(multiply(add(multiply(wx, ex), multiply(wy, ey)), 1 / (ex * ex + ey * ey || 1)), 0, 1)
        const own = add(square(subtract(wx, multiply(t, ex))), square(subtract(wy, multiply(t, ey))))
        // Cubic over the side that leaves and meets its ends in the directions of the curve.
        const bent =
          atFrom === 0 && atTo === 0
            ? constant(0)
            : multiply(multiply(t, subtract(1, t)), subtract(atFrom, multiply(t, atFrom - atTo)))
        bulge = select(less(own, squared), bent, bulge)
        squared = minimum(squared, own)
        if (ey === 0) continue
        const crossing = add(ax, multiply(subtract(y, ay), ex / ey))
        const beside = select(less(x, crossing), -1, 1)
        const within = select(less(y, Math.min(ay, ay + ey)), 1, select(less(y, Math.max(ay, ay + ey)), beside, 1))
        sign = multiply(sign, within)
      }
      return subtract(subtract(multiply(sign, root(squared)), bulge), rounding)
    },
  }
}

/** A side of a figure, and how steeply its curve rises to the outside at its start and falls at its end, over its whole length. */
interface Side {
  from: Vector2
  along: Vector2
  atFrom: number
  atTo: number
  /** Unit vector to the outside. */
  outside: Vector2
}

/** Place on a side's curve, `t` from 0 to 1. */
function placeOn({ from, along, outside, atFrom, atTo }: Side, t: number): Vector2 {
  const bulge = t * (1 - t) * (atFrom - t * (atFrom - atTo))
  return [from[0] + t * along[0] + bulge * outside[0], from[1] + t * along[1] + bulge * outside[1]]
}

/** Direction of the curve at each corner; null where it is sharp. Long sides keep straight beside short ones. */
function directionsAt(corners: readonly Vector2[]): (Vector2 | null)[] {
  return corners.map(([x, y], i) => {
    const [px, py] = corners[(i + corners.length - 1) % corners.length] ?? [x, y]
    const [qx, qy] = corners[(i + 1) % corners.length] ?? [x, y]
    const [ax, ay, bx, by] = [x - px, y - py, qx - x, qy - y]
    const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
    return Math.abs(turn) < smoothTurn && Math.hypot(ax, ay) > 0 && Math.hypot(bx, by) > 0 ? [ax + bx, ay + by] : null
  })
}

function bentSides(corners: readonly Vector2[], directions: readonly (Vector2 | null)[]): Side[] {
  const next = (i: number): number => (i + 1) % corners.length
  const area = corners.reduce((sum, [x, y], i) => {
    const [qx, qy] = corners[next(i)] ?? [x, y]
    return sum + x * qy - y * qx
  }, 0)
  return corners.map((from, i) => {
    const to = corners[next(i)] ?? from
    const along: Vector2 = [to[0] - from[0], to[1] - from[1]]
    const long = Math.hypot(...along)
    const turned = (area < 0 ? -1 : 1) / (long || 1)
    const outside: Vector2 = [along[1] * turned, -along[0] * turned]
    const slope = (direction: Vector2 | null | undefined): number =>
      direction
        ? ((direction[0] * outside[0] + direction[1] * outside[1]) * long * long) /
          (direction[0] * along[0] + direction[1] * along[1])
        : 0
    return { from, along, outside, atFrom: slope(directions[i]), atTo: -slope(directions[next(i)]) }
  })
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
