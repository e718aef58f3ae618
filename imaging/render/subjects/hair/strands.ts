import { cross, unit } from "#imaging/render/mesh/cord.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"

/** An ellipsoid that hair lies on. */
export interface Ball {
  middle: Vector3
  half: Vector3
}

/** Where a strand grows and how it falls. */
export interface Growth {
  root: Vector3
  /** Unit vector along the head in which it leaves its root. */
  toward: Vector3
  /** How far it keeps from what it lies on: outer strands lie on inner ones. */
  away: number
  /** Height at which it ends. */
  end: number
}

const stride = 0.055
const mostSteps = 44

/** The way a strand takes over what it lies on and down to its end, points about `stride` apart. */
export function fall({ root, toward, away, end }: Growth, balls: readonly Ball[]): Vector3[] {
  const path: Vector3[] = [root]
  let [x, y, z] = root
  let [dx, dy, dz] = toward
  for (let i = 0; i < mostSteps && y > end; i += 1) {
    dy -= 0.24
    const size = Math.hypot(dx, dy, dz)
    const before: Vector3 = [x, y, z]
    x += (dx / size) * stride
    y += (dy / size) * stride
    z += (dz / size) * stride
    const kept = away * Math.min(1, i / 9 + 0.08)
    for (const { middle, half } of balls) {
      const [px, py, pz] = [x - middle[0], y - middle[1], z - middle[2]]
      const inside = Math.hypot(px / (half[0] + kept), py / (half[1] + kept), pz / (half[2] + kept))
      if (inside >= 1) continue
      x = middle[0] + px / inside
      y = middle[1] + py / inside
      z = middle[2] + pz / inside
    }
    ;[dx, dy, dz] = [x - before[0], y - before[1], z - before[2]]
    const step = Math.hypot(dx, dy, dz) || 1
    // Leaves the head upright rather than in a wide arc.
    ;[dx, dy, dz] = [(dx / step) * 0.86, dy / step, (dz / step) * 0.86]
    path.push([x, y, z])
  }
  return path
}

/** A flat strand along points. */
export interface Ribbon {
  path: readonly Vector3[]
  /** Half its width at the root; it narrows to a point. */
  half: number
  /** How far its shine is turned to a side, -1 to 1. */
  tilt: number
}

/** Flat strands that face away from the y axis, smooth. */
export function ribbons(list: readonly Ribbon[]): Mesh {
  const positions: number[] = []
  const normals: number[] = []
  const triangles: number[] = []
  for (const { path, half, tilt } of list) {
    const first = positions.length / 3
    path.forEach((p, i) => {
      const before = path[Math.max(0, i - 1)] ?? p
      const after = path[Math.min(path.length - 1, i + 1)] ?? p
      const along = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]])
      const out = unit([p[0], Math.max(0, p[1] - 1.5) * 1.4 + 0.05, p[2]])
      const side = unit(cross(along, out))
      const face = unit([out[0] + side[0] * tilt, out[1] + side[1] * tilt, out[2] + side[2] * tilt])
      const t = i / Math.max(1, path.length - 1)
      const wide = half * Math.min(1, 2.6 * (1 - t) + 0.12)
      for (const k of [-wide, wide]) {
        positions.push(p[0] + side[0] * k, p[1] + side[1] * k, p[2] + side[2] * k)
        normals.push(...face)
      }
      if (i === 0) return
      const a = first + i * 2
      triangles.push(a - 2, a - 1, a + 1, a - 2, a + 1, a)
    })
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    triangles: Uint32Array.from(triangles),
  }
}
