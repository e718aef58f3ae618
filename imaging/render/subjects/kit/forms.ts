import { union } from "#imaging/render/sdf/combine.ts"
import { polygon, revolve, smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import type { Shape, Vector3 } from "#imaging/render/sdf/shape.ts"
import { capsule } from "#imaging/render/sdf/solids.ts"

/** Solid turned on a wheel: `outline` gives radius and height from bottom to top; ends are closed flat. */
export function turned(outline: readonly Vector2[], steps = 3, rounding = 0): Shape {
  const curve = steps > 1 ? smoothCurve(outline, steps) : outline
  const low = curve[0] ?? [0, 0]
  const high = curve.at(-1) ?? [0, 1]
  return revolve(polygon([[0, low[1]], ...curve, [0, high[1]]], rounding))
}

/** Hollow vessel turned on a wheel, open at the top, with walls of `wall` and a floor of `wall`. */
export function vessel(outline: readonly Vector2[], wall: number, steps = 3): Shape {
  const outer = smoothCurve(outline, steps)
  const low = outer[0] ?? [0, 0]
  const inner = outer
    .filter(([, y]) => y >= low[1] + wall)
    .map(([x, y]): Vector2 => [Math.max(0.01, x - wall), y])
    .reverse()
  const floor = low[1] + wall
  const bottom = inner.at(-1) ?? [0.1, floor]
  return revolve(
    polygon([[0, low[1]], ...outer, ...inner, [Math.max(0, bottom[0] - wall * 0.5), floor], [0, floor]], 0.008),
  )
}

/** Round rod through points. */
export function rod(points: readonly Vector3[], radius: number): Shape {
  const pieces: Shape[] = []
  for (let i = 0; i + 1 < points.length; i += 1)
    pieces.push(capsule(points[i] ?? [0, 0, 0], points[i + 1] ?? [0, 0, 0], radius))
  return union(...pieces)
}

/** Points of an arc in the plane of two directions: `from` to `to` radians, first along `a`. */
export function arc(center: Vector3, a: Vector3, b: Vector3, from: number, to: number, count: number): Vector3[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = from + ((to - from) * i) / count
    const [c, s] = [Math.cos(t), Math.sin(t)]
    return [
      center[0] + a[0] * c + b[0] * s,
      center[1] + a[1] * c + b[1] * s,
      center[2] + a[2] * c + b[2] * s,
    ] as Vector3
  })
}
