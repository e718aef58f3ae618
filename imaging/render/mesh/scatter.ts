// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Mesh, mapMesh, smoothMesh } from "./mesh.ts"

/** Where one copy of a small thing lies. */
export interface Spot {
  at: Vector3
  /** Direction of the copy's own y axis; any length above 0. */
  up: Vector3
  /** Turn around `up`, radians. */
  turn: number
  scale: number
}

/** A mesh that says how light falls on it. */
export type SmoothMesh = Mesh & { normals: Float32Array }

/** Many copies of a small smooth body as one mesh: grains, leaves, crumbs. */
export function scatter(piece: SmoothMesh, spots: readonly Spot[]): Mesh {
  const size = piece.positions.length
  const positions = new Float32Array(size * spots.length)
  const normals = new Float32Array(size * spots.length)
  const triangles = new Uint32Array(piece.triangles.length * spots.length)
  spots.forEach(({ at, up, turn, scale }, n) => {
    const [right, over, ahead] = frameAround(up, turn)
    const first = n * size
    for (let k = 0; k < 3; k++) {
      const [r, o, a, start] = [right[k]!, over[k]!, ahead[k]!, at[k]!]
      const [p, m] = [piece.positions, piece.normals]
      for (let i = 0; i < size; i += 3) {
        positions[first + i + k] = start + (p[i]! * r + p[i + 1]! * o + p[i + 2]! * a) * scale
        normals[first + i + k] = m[i]! * r + m[i + 1]! * o + m[i + 2]! * a
      }
    }
    const corner = first / 3
    const from = n * piece.triangles.length
    for (let i = 0; i < piece.triangles.length; i++) triangles[from + i] = piece.triangles[i]! + corner
  })
  return { positions, triangles, normals }
}

/** Three unit directions at right angles, the second along `up`. */
function frameAround(up: Vector3, turn: number): [Vector3, Vector3, Vector3] {
  const long = Math.hypot(...up)
  const y: Vector3 = [up[0] / long, up[1] / long, up[2] / long]
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const along = c * y[0] + s * y[2]
  const flat: Vector3 = [c - along * y[0], -along * y[1], s - along * y[2]]
  const wide = Math.hypot(...flat) || 1
  const x: Vector3 = [flat[0] / wide, flat[1] / wide, flat[2] / wide]
  return [x, y, [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]]
}

/** Egg-shaped body with these half axes, smooth, of `rows` bands of `around` faces. */
export function egg([rx, ry, rz]: Vector3, around: number, rows: number): SmoothMesh {
  const positions: number[] = []
  const normals: number[] = []
  const triangles: number[] = []
  for (let j = 0; j <= rows; j++) {
    const v = (j / rows) * Math.PI
    for (let i = 0; i < around; i++) {
      const u = (i / around) * Math.PI * 2
      const [x, y, z] = [Math.sin(v) * Math.cos(u), -Math.cos(v), Math.sin(v) * Math.sin(u)]
      const long = Math.hypot(x / rx, y / ry, z / rz)
      positions.push(x * rx, y * ry, z * rz)
      normals.push(x / rx / long, y / ry / long, z / rz / long)
      if (j === rows) continue
      const [a, b] = [j * around + i, j * around + ((i + 1) % around)]
      if (j > 0) triangles.push(a, b + around, b)
      if (j < rows - 1) triangles.push(a, a + around, b + around)
    }
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    normals: Float32Array.from(normals),
  }
}

/** The same body with every point moved, smooth all over. */
export function reshape(body: SmoothMesh, move: (p: Vector3) => Vector3): SmoothMesh {
  const { positions, normals = new Float32Array(), triangles } = smoothMesh(mapMesh(body, move), 180)
  return { positions, normals, triangles }
}

/** A round patch of ground: `height` over the disc of this radius around the y axis, seen from above; smooth. */
export function terrain(
  radius: number,
  height: (x: number, z: number) => number,
  rings: number,
  around: number,
): SmoothMesh {
  const positions: number[] = []
  const normals: number[] = []
  const triangles: number[] = []
  const step = radius / rings / 2
  for (let j = 0; j <= rings; j++) {
    for (let i = 0; i < around; i++) {
      const turn = (i / around) * Math.PI * 2
      const far = (j / rings) * radius
      const [x, z] = [Math.cos(turn) * far, Math.sin(turn) * far]
      positions.push(x, height(x, z), z)
      normals.push(...slopeAt(height, x, z, step))
      if (j === rings) continue
      const [a, b] = [j * around + i, j * around + ((i + 1) % around)]
      if (j > 0) triangles.push(a, b, a + around)
      triangles.push(b, b + around, a + around)
    }
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    normals: Float32Array.from(normals),
  }
}

/** Unit normal of such ground. */
export function slopeAt(height: (x: number, z: number) => number, x: number, z: number, step = 0.01): Vector3 {
  const dx = (height(x + step, z) - height(x - step, z)) / (2 * step)
  const dz = (height(x, z + step) - height(x, z - step)) / (2 * step)
  const long = Math.hypot(dx, 1, dz)
  return [-dx / long, 1 / long, -dz / long]
}
