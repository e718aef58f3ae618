import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Mesh } from "./mesh.ts"

/** A control cage: faces of three or more corners, against the clock from outside. */
export interface Cage {
  points: Vector3[]
  faces: number[][]
}

const middle = (points: readonly Vector3[]): Vector3 => {
  const sum = points.reduce((m, p) => [m[0] + p[0], m[1] + p[1], m[2] + p[2]] as const, [0, 0, 0] as Vector3)
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

const edgeKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

interface Edge {
  ends: readonly [number, number]
  faces: number[]
}

function edgesOf(cage: Cage): Map<string, Edge> {
  const edges = new Map<string, Edge>()
  cage.faces.forEach((face, f) => {
    face.forEach((a, i) => {
      const b = face[(i + 1) % face.length] ?? a
      const edge = edges.get(edgeKey(a, b))
      if (edge) edge.faces.push(f)
      else edges.set(edgeKey(a, b), { ends: [a, b], faces: [f] })
    })
  })
  return edges
}

/** One round of Catmull-Clark subdivision (1978); borders stay crisp curves. */
function subdivideOnce(cage: Cage): Cage {
  const point = (i: number): Vector3 => cage.points[i] ?? [0, 0, 0]
  const facePoints = cage.faces.map((face) => middle(face.map(point)))
  const edges = edgesOf(cage)
  const points: Vector3[] = []
  const near = cage.points.map(() => ({ faces: [] as Vector3[], edges: [] as Vector3[], border: [] as Vector3[] }))
  for (const edge of edges.values()) {
    const mid = middle(edge.ends.map(point))
    for (const end of edge.ends) (edge.faces.length < 2 ? near[end]?.border : near[end]?.edges)?.push(mid)
  }
  cage.faces.forEach((face, f) => {
    for (const corner of face) near[corner]?.faces.push(facePoints[f] ?? [0, 0, 0])
  })
  cage.points.forEach((p, i) => {
    const around = near[i]
    if (!around || around.faces.length === 0) points.push(p)
    else if (around.border.length >= 2) points.push(middle([p, p, ...around.border]))
    else {
      const n = around.faces.length
      const f = middle(around.faces)
      const e = middle(around.edges)
      const blend = (k: 0 | 1 | 2): number => (f[k] + 2 * e[k] + (n - 3) * p[k]) / n
      points.push([blend(0), blend(1), blend(2)])
    }
  })
  const firstFace = points.length
  points.push(...facePoints)
  const edgeNumber = new Map<string, number>()
  for (const [key, edge] of edges) {
    edgeNumber.set(key, points.length)
    const ends = edge.ends.map(point)
    points.push(
      middle(
        edge.faces.length < 2 ? ends : [...ends, ...edge.faces.map((f) => facePoints[f] ?? ([0, 0, 0] as Vector3))],
      ),
    )
  }
  const faces = cage.faces.flatMap((face, f) =>
    face.map((corner, i) => {
      const next = face[(i + 1) % face.length] ?? corner
      const before = face[(i + face.length - 1) % face.length] ?? corner
      return [
        corner,
        edgeNumber.get(edgeKey(corner, next)) ?? 0,
        firstFace + f,
        edgeNumber.get(edgeKey(before, corner)) ?? 0,
      ]
    }),
  )
  return { points, faces }
}

/** Soft body from a coarse cage, each round has four times the faces. Flat until smoothed. */
export function subdivide(cage: Cage, rounds: number): Mesh {
  let fine = cage
  for (let i = 0; i < rounds; i++) fine = subdivideOnce(fine)
  const triangles = fine.faces.flatMap((face) =>
    face.slice(2).flatMap((corner, i) => [face[0] ?? 0, face[i + 1] ?? 0, corner]),
  )
  return { positions: Float32Array.from(fine.points.flat()), triangles: Uint32Array.from(triangles) }
}
