import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Mesh } from "./mesh.ts"

/** How cords are made. */
interface CordOptions {
  /** Corners of its section. */
  around?: number
  /** Its ends meet. */
  isClosed?: boolean
}

/** Round cords along points, `radius` by share of the way, smooth. */
export function cords(
  paths: readonly (readonly Vector3[])[],
  radius: (t: number) => number,
  { around = 6, isClosed = false }: CordOptions = {},
): Mesh {
  const positions: number[] = []
  const normals: number[] = []
  const triangles: number[] = []
  for (const path of paths) {
    const first = positions.length / 3
    const n = path.length
    const last = isClosed ? n : n - 1
    const get = (i: number): Vector3 => path[isClosed ? (i + n) % n : Math.max(0, Math.min(last, i))] ?? [0, 0, 0]
    for (let i = 0; i <= last; i += 1) {
      const [before, p, after] = [get(i - 1), get(i), get(i + 1)]
      const along = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]])
      const u = unit(cross(along, [0.31, 0.2, 0.93]))
      const v = cross(along, u)
      const r = radius(i / Math.max(1, last))
      for (let k = 0; k < around; k += 1) {
        const [c, s] = [Math.cos((k / around) * 2 * Math.PI), Math.sin((k / around) * 2 * Math.PI)]
        const out: Vector3 = [u[0] * c + v[0] * s, u[1] * c + v[1] * s, u[2] * c + v[2] * s]
        positions.push(p[0] + out[0] * r, p[1] + out[1] * r, p[2] + out[2] * r)
        normals.push(...out)
        if (i === 0) continue
        const a = first + (i - 1) * around + k
        const b = first + (i - 1) * around + ((k + 1) % around)
        triangles.push(a, b, b + around, a, b + around, a + around)
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    triangles: Uint32Array.from(triangles),
  }
}

export const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export function unit([x, y, z]: Vector3): Vector3 {
  const size = Math.hypot(x, y, z) || 1
  return [x / size, y / size, z / size]
}
