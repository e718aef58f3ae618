// biome-ignore-all lint/style/noNonNullAssertion: indexes inside bounds
import { faceNormal, type Mesh } from "./mesh.ts"

/** Sum of squared distances to planes, as the ten numbers of a symmetric 4 × 4 matrix. */
type Quadric = Float64Array

function addPlane(q: Quadric, a: number, b: number, c: number, d: number, weight: number): void {
  const terms = [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d]
  for (let i = 0; i < 10; i++) q[i]! += terms[i]! * weight
}

function errorAt(q: Quadric, x: number, y: number, z: number): number {
  return (
    q[0]! * x * x +
    2 * q[1]! * x * y +
    2 * q[2]! * x * z +
    2 * q[3]! * x +
    q[4]! * y * y +
    2 * q[5]! * y * z +
    2 * q[6]! * y +
    q[7]! * z * z +
    2 * q[8]! * z +
    q[9]!
  )
}

/** Point of least error, or undefined where the planes do not fix one. */
function bestPoint(q: Quadric): [number, number, number] | undefined {
  const [a, b, c, d, e, f, g, h, i] = q as unknown as number[]
  const A = e! * h! - f! * f!
  const B = c! * f! - b! * h!
  const C = b! * f! - c! * e!
  const det = a! * A + b! * B + c! * C
  const size = a! + e! + h!
  if (Math.abs(det) < 1e-4 * size ** 3) return undefined
  const E = a! * h! - c! * c!
  const F = b! * c! - a! * f!
  const G = a! * e! - b! * b!
  return [-(A * d! + B * g! + C * i!) / det, -(B * d! + E * g! + F * i!) / det, -(C * d! + F * g! + G * i!) / det]
}

interface Edge {
  error: number
  a: number
  b: number
  /** Ages of both ends when the error was worked out. */
  age: number
  point: [number, number, number]
}

/** Smallest first. */
function createHeap() {
  const items: Edge[] = []
  const swap = (i: number, j: number): void => {
    const t = items[i]!
    items[i] = items[j]!
    items[j] = t
  }
  return {
    push(edge: Edge): void {
      items.push(edge)
      let i = items.length - 1
      while (i > 0 && items[(i - 1) >> 1]!.error > items[i]!.error) {
        swap(i, (i - 1) >> 1)
        i = (i - 1) >> 1
      }
    },
    pop(): Edge | undefined {
      const top = items[0]
      const last = items.pop()
      if (items.length === 0 || !last) return top
      items[0] = last
      for (let i = 0; ; ) {
        let least = i
        for (const child of [i * 2 + 1, i * 2 + 2]) {
          if (child < items.length && items[child]!.error < items[least]!.error) least = child
        }
        if (least === i) return top
        swap(i, least)
        i = least
      }
    },
  }
}

/** The same body with about `target` triangles: edges collapse where it matters least (Garland, Heckbert 1997). Flat. */
export function simplifyMesh(mesh: Mesh, target: number): Mesh {
  const { points, faces } = weld(mesh)
  const quadrics = points.map(() => new Float64Array(10))
  const around = points.map(() => new Set<number>())
  const ages = new Int32Array(points.length)
  const welded: Mesh = { positions: Float32Array.from(points.flat()), triangles: Uint32Array.from(faces.flat()) }
  const n: [number, number, number] = [0, 0, 0]
  faces.forEach((face, f) => {
    faceNormal(welded, f, n)
    const size = Math.hypot(...n)
    for (const corner of face) around[corner]!.add(f)
    if (size < 1e-12) return
    const [x, y, z] = points[face[0]!]!
    const d = -(n[0] * x + n[1] * y + n[2] * z) / size
    for (const corner of face) addPlane(quadrics[corner]!, n[0] / size, n[1] / size, n[2] / size, d, size)
  })
  const heap = createHeap()
  const consider = (a: number, b: number): void => {
    const q = quadrics[a]!.map((v, i) => v + quadrics[b]![i]!)
    const middle = points[a]!.map((v, i) => (v + points[b]![i]!) / 2) as [number, number, number]
    const best = bestPoint(q)
    const length = Math.hypot(...points[a]!.map((v, i) => v - points[b]![i]!))
    const isNear = best && Math.hypot(...best.map((v, i) => v - middle[i]!)) < length * 1.5
    const point = best && isNear ? best : middle
    // A little of the length keeps triangles even where everything is flat.
    heap.push({ a, b, point, age: ages[a]! + ages[b]!, error: Math.max(0, errorAt(q, ...point)) + length ** 4 * 1e-4 })
  }
  for (const face of faces) {
    for (let k = 0; k < 3; k++) {
      const a = face[k]!
      const b = face[(k + 1) % 3]!
      if (a < b) consider(a, b)
    }
  }
  let alive = faces.length
  while (alive > target) {
    const edge = heap.pop()
    if (!edge) break
    const { a, b, point } = edge
    if (around[a]!.size === 0 || around[b]!.size === 0 || edge.age !== ages[a]! + ages[b]!) continue
    if (turnsOver(a, b, point) || turnsOver(b, a, point)) continue
    points[a] = point
    for (let i = 0; i < 10; i++) quadrics[a]![i]! += quadrics[b]![i]!
    for (const f of around[b]!) {
      const face = faces[f]!
      if (face.includes(a)) {
        for (const corner of face) around[corner]!.delete(f)
        faces[f] = []
        alive--
      } else {
        face[face.indexOf(b)] = a
        around[a]!.add(f)
      }
    }
    around[b]!.clear()
    ages[a]!++
    ages[b]!++
    const neighbours = new Set([...around[a]!].flatMap((f) => faces[f]!))
    neighbours.delete(a)
    for (const other of neighbours) consider(a, other)
  }
  const kept = faces.filter((face) => face.length === 3)
  return { positions: Float32Array.from(points.flat()), triangles: Uint32Array.from(kept.flat()) }

  /** Whether moving `a` to `point` folds one of its faces over (faces shared with `b` vanish anyway). */
  function turnsOver(a: number, b: number, point: readonly [number, number, number]): boolean {
    for (const f of around[a]!) {
      const face = faces[f]!
      if (face.includes(b)) continue
      const k = face.indexOf(a)
      const p = points[face[(k + 1) % 3]!]!
      const q = points[face[(k + 2) % 3]!]!
      const before = cross(points[a]!, p, q)
      const after = cross(point, p, q)
      const dot = before[0] * after[0] + before[1] * after[1] + before[2] * after[2]
      if (dot < 0.2 * Math.hypot(...before) * Math.hypot(...after)) return true
    }
    return false
  }
}

type Point = readonly [number, number, number]

function cross(a: Point, b: Point, c: Point): [number, number, number] {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/** Points at the same place become one. */
function weld(mesh: Mesh): { points: [number, number, number][]; faces: number[][] } {
  const points: [number, number, number][] = []
  const known = new Map<string, number>()
  const numbers = Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
    const p = Array.from(mesh.positions.subarray(i * 3, i * 3 + 3)) as [number, number, number]
    const key = p.map((v) => Math.round(v * 1e4)).join(" ")
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, points.length)
    return points.push(p) - 1
  })
  const faces: number[][] = []
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const face = [0, 1, 2].map((k) => numbers[mesh.triangles[t + k]!]!)
    if (new Set(face).size === 3) faces.push(face)
  }
  return { points, faces }
}
