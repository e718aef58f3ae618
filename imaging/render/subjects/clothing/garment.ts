import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Drape, Fold } from "./drape.ts"

/** Height, half width, half depth, and how far forward the middle lies. */
export type Row = readonly [y: number, wide: number, deep: number, forward?: number]

/** A garment's trunk: cross-sections from hem to neck, and where cloth begins and ends around it. */
export interface Trunk {
  rows: readonly Row[]
  /** 1 is an ellipse, less is boxier. */
  square: number
  /** Height of the lower and upper edge by angle; 0 is the front, ±π the back. */
  hem(angle: number): number
  neck(angle: number): number
  fold: Fold
}

/** A neckline at this height that dips in front: the higher the power, the narrower. */
export const neckline =
  (high: number, drop: number, power = 1) =>
  (a: number): number =>
    high - drop * Math.max(0, Math.cos(a)) ** power

/** The same slit open in front, so deep; `half` is how wide, radians. */
export const slitNeckline =
  (high: number, drop: number, deep: number, half: number) =>
  (a: number): number =>
    neckline(high, drop)(a) - deep * Math.exp(-Math.abs(a) / half)

/** Row at a height: a smooth curve through the given ones. */
function rowAt(rows: readonly Row[], y: number): [number, number, number] {
  let k = 0
  while (k + 2 < rows.length && (rows[k + 1]?.[0] ?? 0) < y) k += 1
  const get = (i: number): Row => rows[Math.max(0, Math.min(rows.length - 1, i))] ?? [0, 0, 0]
  const [before, a, b, after] = [get(k - 1), get(k), get(k + 1), get(k + 2)]
  const span = b[0] - a[0] || 1
  const t = Math.max(0, Math.min(1, (y - a[0]) / span))
  const value = (n: 1 | 2 | 3): number => {
    const [p, q, r, s] = [before[n] ?? 0, a[n] ?? 0, b[n] ?? 0, after[n] ?? 0]
    const from = before === a ? r - q : ((r - p) / (b[0] - before[0])) * span
    const to = after === b ? r - q : ((s - q) / (after[0] - a[0])) * span
    return q + t * (from + t * (3 * (r - q) - 2 * from - to + t * (2 * (q - r) + from + to)))
  }
  return [value(1), value(2), value(3)]
}

const power = (x: number, by: number): number => Math.sign(x) * Math.abs(x) ** by

/** Place on the trunk at an angle and a height, `lift` outside of it. */
export function onTrunk({ rows, square, fold }: Trunk, angle: number, y: number, lift = 0): Vector3 {
  const [wide, deep, forward] = rowAt(rows, y)
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const [nx, nz] = [s / (wide + 1e-3), c / (deep + 1e-3)]
  const out = (fold(angle, y) + lift) / Math.hypot(nx, nz)
  return [power(s, square) * wide + nx * out, y, power(c, square) * deep + forward + nz * out]
}

/** The whole trunk from hem to neck. */
export const trunkDrape =
  (trunk: Trunk, lift = 0): Drape =>
  (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    const [low, high] = [trunk.hem(a), trunk.neck(a)]
    return onTrunk(trunk, a, low + (high - low) * v, lift)
  }

/** Angle at the front where the trunk at this height is so far aside. */
export function angleAt({ rows, square }: Trunk, x: number, y: number): number {
  const [wide] = rowAt(rows, y)
  return Math.asin(Math.max(-1, Math.min(1, power(x / wide, 1 / square))))
}

/** A patch that lies on the front: `edge` gives x and y of its shape by the two shares. */
export const patchDrape =
  (trunk: Trunk, edge: (u: number, v: number) => readonly [number, number], lift: number): Drape =>
  (u, v) => {
    const [x, y] = edge(u, v)
    const rim = Math.min(1, Math.min(u, 1 - u, v, 1 - v) * 14)
    return onTrunk(trunk, angleAt(trunk, x, y), y, lift * (0.3 + 0.7 * rim))
  }

/** A sleeve, or a leg: its middle line with the half width in the picture's plane and the half depth at each place. */
export type Spine = readonly (readonly [x: number, y: number, wide: number, deep: number, forward?: number])[]

/** A sleeve as cut, or flat as it hangs on a hanger. */
export const hung = (isFlat: boolean, cut: Spine): Spine =>
  isFlat ? cut.map(([x, y, wide, deep]) => [x, y, wide, deep * 0.62]) : cut

/** Smooth place and direction on a middle line, at a share of it. */
export function onSpine(spine: Spine, v: number): { at: number[]; along: readonly [number, number] } {
  const last = spine.length - 1
  const k = Math.min(last - 1, Math.floor(v * last))
  const t = v * last - k
  const get = (i: number, n: number): number => spine[Math.max(0, Math.min(last, i))]?.[n] ?? 0
  const value = (n: number): number => {
    const [a, b, c, d] = [get(k - 1, n), get(k, n), get(k + 1, n), get(k + 2, n)]
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  }
  const slope = (n: number): number => {
    const [a, b, c, d] = [get(k - 1, n), get(k, n), get(k + 1, n), get(k + 2, n)]
    return 0.5 * (c - a + 2 * t * (2 * a - 5 * b + 4 * c - d) + 3 * t * t * (3 * (b - c) + d - a))
  }
  const size = Math.hypot(slope(0), slope(1)) || 1
  return { at: [0, 1, 2, 3, 4].map(value), along: [slope(0) / size, slope(1) / size] }
}

/** Cloth around a middle line. @param side 1 as given, -1 mirrored; `fold` takes the angle and the share along */
export const sleeveDrape =
  (spine: Spine, side: 1 | -1, fold: Fold, lift = 0): Drape =>
  (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI * side
    const share = 1 - v
    const { at, along } = onSpine(spine, share)
    const [x = 0, y = 0, wide = 0, deep = 0, forward = 0] = at
    const out = fold(a, share) + lift
    const across = Math.sin(a) * (wide + out)
    return [side * (x - along[1] * across), y + along[0] * across, forward + Math.cos(a) * (deep + out)]
  }
