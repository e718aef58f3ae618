// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Vector3 } from "#imaging/render/sdf/shape.ts"

/** Triangles; seen from outside their corners run against the clock. */
export interface Mesh {
  /** x, y, z per corner point, world units. */
  positions: Float32Array
  /** Three corner numbers per triangle. */
  triangles: Uint32Array
  /** x, y, z per corner point for smooth shading; absent: every triangle is flat. */
  normals?: Float32Array
}

/** Whether a surface is open at a place. */
export type Openings = (x: number, y: number, z: number) => boolean

/** Several as one. Smooth shading survives only when all are smooth. */
export function joinMeshes(...meshes: Mesh[]): Mesh {
  const positions: number[] = []
  const triangles: number[] = []
  const normals: number[] = []
  for (const mesh of meshes) {
    const first = positions.length / 3
    for (const value of mesh.positions) positions.push(value)
    for (const corner of mesh.triangles) triangles.push(corner + first)
    for (const value of mesh.normals ?? []) normals.push(value)
  }
  const joined: Mesh = { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
  if (normals.length === positions.length) joined.normals = Float32Array.from(normals)
  return joined
}

/** Every point moved by `move`; `isMirror` turns the triangles round. Normals are dropped: smooth again. */
export function mapMesh(mesh: Mesh, move: (p: Vector3) => Vector3, isMirror = false): Mesh {
  const positions = new Float32Array(mesh.positions.length)
  for (let i = 0; i < positions.length; i += 3) {
    const p = mesh.positions
    positions.set(move([p[i] ?? 0, p[i + 1] ?? 0, p[i + 2] ?? 0]), i)
  }
  const triangles = mesh.triangles.slice()
  if (isMirror) {
    for (let i = 0; i < triangles.length; i += 3) {
      const b = triangles[i + 1] ?? 0
      triangles[i + 1] = triangles[i + 2] ?? 0
      triangles[i + 2] = b
    }
  }
  return { positions, triangles }
}

/** Moved, after turning around y by `yaw` radians (z toward x) and scaling. Keeps smooth shading. */
export function placeMesh(mesh: Mesh, [x, y, z]: Vector3, yaw = 0, scale = 1): Mesh {
  const c = Math.cos(yaw)
  const s = Math.sin(yaw)
  const turn = ([px, py, pz]: Vector3): Vector3 => [px * c + pz * s, py, pz * c - px * s]
  const placed = mapMesh(mesh, (p) => {
    const q = turn(p)
    return [q[0] * scale + x, q[1] * scale + y, q[2] * scale + z]
  })
  if (mesh.normals) {
    placed.normals = mapMesh({ positions: mesh.normals, triangles: new Uint32Array() }, turn).positions
  }
  return placed
}

/** Unit normal of a triangle times twice its area, written into `out`. */
export function faceNormal(mesh: Mesh, triangle: number, out: [number, number, number]): void {
  const p = mesh.positions
  const t = mesh.triangles
  const a = (t[triangle * 3] ?? 0) * 3
  const b = (t[triangle * 3 + 1] ?? 0) * 3
  const c = (t[triangle * 3 + 2] ?? 0) * 3
  const at = (i: number): number => p[i] ?? 0
  const ux = at(b) - at(a)
  const uy = at(b + 1) - at(a + 1)
  const uz = at(b + 2) - at(a + 2)
  const vx = at(c) - at(a)
  const vy = at(c + 1) - at(a + 1)
  const vz = at(c + 2) - at(a + 2)
  out[0] = uy * vz - uz * vy
  out[1] = uz * vx - ux * vz
  out[2] = ux * vy - uy * vx
}

/** Volume by the divergence theorem: right only for skins that are closed and face out everywhere. */
export function volumeOf(mesh: Mesh): number {
  const n: [number, number, number] = [0, 0, 0]
  let sum = 0
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    faceNormal(mesh, t, n)
    const a = (mesh.triangles[t * 3] ?? 0) * 3
    const p = mesh.positions
    sum += ((p[a] ?? 0) * n[0] + (p[a + 1] ?? 0) * n[1] + (p[a + 2] ?? 0) * n[2]) / 6
  }
  return sum
}

/** Points nearer than this are one, world units. */
const sameSpot = 2e-4
/** Grid lines per axis that a point's number has room for: shapes reach 13 units at most. */
const gridLines = 2 ** 17

/** One number per place in space. */
function spotOf(p: Float32Array, corner: number): number {
  const line = (i: number): number => Math.round(p[corner * 3 + i]! / sameSpot) + gridLines / 2
  return (line(0) * gridLines + line(1)) * gridLines + line(2)
}

/**
 * Smooth shading, except across edges sharper than `creaseDegrees`: there the points are doubled.
 * Points at the same place are treated as one.
 */
export function smoothMesh(mesh: Mesh, creaseDegrees = 40): Mesh {
  const limit = Math.cos((creaseDegrees * Math.PI) / 180)
  const { positions: from, triangles } = mesh
  const count = triangles.length / 3
  const faces = new Float32Array(count * 3)
  const weights = new Float32Array(count)
  const normal: [number, number, number] = [0, 0, 0]
  const around = new Map<number, number[]>()
  const lists: number[][] = []
  for (let t = 0; t < count; t++) {
    faceNormal(mesh, t, normal)
    const size = Math.hypot(...normal) || 1
    weights[t] = size
    for (let i = 0; i < 3; i++) faces[t * 3 + i] = normal[i]! / size
    for (let k = 0; k < 3; k++) {
      const spot = spotOf(from, triangles[t * 3 + k]!)
      let list = around.get(spot)
      if (!list) {
        list = []
        around.set(spot, list)
      }
      list.push(t)
      lists.push(list)
    }
  }
  const positions = new Float32Array(count * 9)
  const normals = new Float32Array(count * 9)
  for (let c = 0; c < count * 3; c++) {
    const own = Math.floor(c / 3) * 3
    let x = 0
    let y = 0
    let z = 0
    for (const other of lists[c]!) {
      const o = other * 3
      const alike = faces[own]! * faces[o]! + faces[own + 1]! * faces[o + 1]! + faces[own + 2]! * faces[o + 2]!
      if (alike < limit) continue
      const weight = weights[other]!
      x += faces[o]! * weight
      y += faces[o + 1]! * weight
      z += faces[o + 2]! * weight
    }
    const size = Math.hypot(x, y, z) || 1
    normals[c * 3] = x / size
    normals[c * 3 + 1] = y / size
    normals[c * 3 + 2] = z / size
    const corner = triangles[c]! * 3
    for (let i = 0; i < 3; i++) positions[c * 3 + i] = from[corner + i]!
  }
  return { positions, triangles: Uint32Array.from({ length: count * 3 }, (_, i) => i), normals }
}
