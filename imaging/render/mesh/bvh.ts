// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { faceNormal, type Mesh, type Openings } from "./mesh.ts"

/** What a ray met. Reused between calls. */
export interface MeshHit {
  /** Distance along the ray, or -1. */
  t: number
  /** Unit normal, outward, smooth where the mesh is. */
  nx: number
  ny: number
  nz: number
}

/** Finds triangles along rays: a tree of boxes, split by the surface area heuristic (MacDonald, Booth 1990). */
export interface MeshTree {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
  /** Nearest triangle within (0, limit); fills `hit`. */
  nearest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number, hit: MeshHit): void
  /** Whether any triangle lies within (0, limit). */
  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number): boolean
}

const leafSize = 4
const bins = 12
const emptyBox = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)

const areaOf = (b: Float32Array): number => {
  const [x, y, z] = [b[3]! - b[0]!, b[4]! - b[1]!, b[5]! - b[2]!]
  return x * y + y * z + z * x
}

/** Builds the tree; about 1 µs per triangle. Rays pass where it has openings, by world place. */
export function growTree(mesh: Mesh, openings?: Openings): MeshTree {
  const { positions: p, triangles } = mesh
  const count = triangles.length / 3
  const low = new Float32Array(count * 3)
  const high = new Float32Array(count * 3)
  for (let t = 0; t < count; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = p[triangles[t * 3]! * 3 + axis]!
      const b = p[triangles[t * 3 + 1]! * 3 + axis]!
      const c = p[triangles[t * 3 + 2]! * 3 + axis]!
      low[t * 3 + axis] = Math.min(a, b, c)
      high[t * 3 + axis] = Math.max(a, b, c)
    }
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  // Per node: six bounds; `first` triangle and `size` for leaves, or right child and 0 for inner nodes.
  const bounds = new Float32Array(Math.max(1, count * 2) * 6)
  const first = new Uint32Array(Math.max(1, count * 2))
  const size = new Uint32Array(Math.max(1, count * 2))
  // Axis along which an inner node was split: rays look into the nearer half first.
  const axisOf = new Uint8Array(Math.max(1, count * 2))
  let nodes = 0
  const binCount = new Uint32Array(bins)
  const binBox = new Float32Array(bins * 6)
  const rightCost = new Float64Array(bins)
  const left = new Float32Array(6)
  const right = new Float32Array(6)

  const build = (from: number, to: number): number => {
    const node = nodes++
    const at = node * 6
    for (let axis = 0; axis < 3; axis++) {
      let min = Infinity
      let max = -Infinity
      for (let i = from; i < to; i++) {
        min = Math.min(min, low[order[i]! * 3 + axis]!)
        max = Math.max(max, high[order[i]! * 3 + axis]!)
      }
      bounds[at + axis] = min
      bounds[at + 3 + axis] = max
    }
    const split = to - from > leafSize ? bestSplit(from, to) : undefined
    if (!split) {
      first[node] = from
      size[node] = to - from
      return node
    }
    const { axis, position } = split
    let middle = from
    let last = to - 1
    while (middle <= last) {
      const t = order[middle]!
      if (low[t * 3 + axis]! + high[t * 3 + axis]! < position * 2) middle++
      else {
        order[middle] = order[last]!
        order[last--] = t
      }
    }
    if (middle === from || middle === to) middle = (from + to) >> 1 // rounding put all on one side
    build(from, middle)
    first[node] = build(middle, to)
    size[node] = 0
    axisOf[node] = axis
    return node
  }

  /** Best of eleven planes on each axis, from boxes and counts per bin: one look at every triangle. */
  function bestSplit(from: number, to: number): { axis: number; position: number } | undefined {
    let best = Infinity
    let result: { axis: number; position: number } | undefined
    for (let axis = 0; axis < 3; axis++) {
      let min = Infinity
      let max = -Infinity
      for (let i = from; i < to; i++) {
        const center = (low[order[i]! * 3 + axis]! + high[order[i]! * 3 + axis]!) / 2
        if (center < min) min = center
        if (center > max) max = center
      }
      if (max - min < 1e-7) continue
      fillBins(from, to, axis, min, bins / (max - min))
      let behind = 0
      right.set(emptyBox)
      for (let k = bins - 1; k > 0; k--) {
        behind += binCount[k]!
        growBox(right, k)
        rightCost[k] = behind === 0 ? Infinity : areaOf(right) * behind
      }
      let ahead = 0
      left.set(emptyBox)
      for (let k = 1; k < bins; k++) {
        ahead += binCount[k - 1]!
        growBox(left, k - 1)
        const cost = ahead === 0 ? Infinity : areaOf(left) * ahead + rightCost[k]!
        if (cost < best) {
          best = cost
          result = { axis, position: min + ((max - min) * k) / bins }
        }
      }
    }
    return result
  }

  function fillBins(from: number, to: number, axis: number, min: number, perUnit: number): void {
    binCount.fill(0)
    for (let k = 0; k < bins; k++) binBox.set(emptyBox, k * 6)
    for (let i = from; i < to; i++) {
      const t = order[i]! * 3
      const bin = Math.min(bins - 1, Math.floor(((low[t + axis]! + high[t + axis]!) / 2 - min) * perUnit))
      binCount[bin]!++
      const at = bin * 6
      for (let k = 0; k < 3; k++) {
        if (low[t + k]! < binBox[at + k]!) binBox[at + k] = low[t + k]!
        if (high[t + k]! > binBox[at + 3 + k]!) binBox[at + 3 + k] = high[t + k]!
      }
    }
  }

  function growBox(box: Float32Array, bin: number): void {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, binBox[bin * 6 + k]!)
      box[3 + k] = Math.max(box[3 + k]!, binBox[bin * 6 + 3 + k]!)
    }
  }

  if (count > 0) build(0, count)

  // Triangles in tree order, as corner and two edges (Möller, Trumbore 1997).
  const edges = new Float32Array(count * 9)
  for (let i = 0; i < count; i++) {
    const t = order[i]!
    for (let axis = 0; axis < 3; axis++) {
      const a = p[triangles[t * 3]! * 3 + axis]!
      edges[i * 9 + axis] = a
      edges[i * 9 + 3 + axis] = p[triangles[t * 3 + 1]! * 3 + axis]! - a
      edges[i * 9 + 6 + axis] = p[triangles[t * 3 + 2]! * 3 + axis]! - a
    }
  }
  const flat: [number, number, number] = [0, 0, 0]
  const stack = new Uint32Array(64)
  // An object and not four variables: numbers that closures share are cheaper to write in a field.
  const found = { t: 0, u: 0, v: 0, triangle: -1 }

  /** Walks the tree; leaves the nearest triangle in `found`, or stops at any. */
  function walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
    any: boolean,
  ): void {
    found.triangle = -1
    found.t = limit
    if (count === 0) return
    const ix = 1 / dx
    const iy = 1 / dy
    const iz = 1 / dz
    let top = 0
    let node = 0
    for (;;) {
      const b = node * 6
      const x0 = (bounds[b]! - ox) * ix
      const x1 = (bounds[b + 3]! - ox) * ix
      const y0 = (bounds[b + 1]! - oy) * iy
      const y1 = (bounds[b + 4]! - oy) * iy
      const z0 = (bounds[b + 2]! - oz) * iz
      const z1 = (bounds[b + 5]! - oz) * iz
      const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1))
      const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1))
      if (near <= far && far > 0 && near < found.t) {
        const n = size[node]!
        if (n === 0) {
          const axis = axisOf[node]!
          const isBackward = (axis === 0 ? dx : axis === 1 ? dy : dz) < 0
          stack[top++] = isBackward ? node + 1 : first[node]!
          node = isBackward ? first[node]! : node + 1
          continue
        }
        const start = first[node]!
        for (let i = start; i < start + n; i++) {
          const e = i * 9
          const ux = edges[e + 3]!
          const uy = edges[e + 4]!
          const uz = edges[e + 5]!
          const vx = edges[e + 6]!
          const vy = edges[e + 7]!
          const vz = edges[e + 8]!
          const px = dy * vz - dz * vy
          const py = dz * vx - dx * vz
          const pz = dx * vy - dy * vx
          const det = ux * px + uy * py + uz * pz
          if (Math.abs(det) < 1e-12) continue
          const inverse = 1 / det
          const sx = ox - edges[e]!
          const sy = oy - edges[e + 1]!
          const sz = oz - edges[e + 2]!
          const u = (sx * px + sy * py + sz * pz) * inverse
          if (u < -1e-6 || u > 1.000001) continue
          const qx = sy * uz - sz * uy
          const qy = sz * ux - sx * uz
          const qz = sx * uy - sy * ux
          const v = (dx * qx + dy * qy + dz * qz) * inverse
          if (v < -1e-6 || u + v > 1.000001) continue
          const t = (vx * qx + vy * qy + vz * qz) * inverse
          if (t > 1e-5 && t < found.t) {
            if (openings?.(ox + dx * t, oy + dy * t, oz + dz * t)) continue
            found.t = t
            found.u = u
            found.v = v
            found.triangle = i
            if (any) return
          }
        }
      }
      if (top === 0) return
      node = stack[--top]!
    }
  }

  const box = count > 0 ? bounds.slice(0, 6) : new Float32Array(6)
  return {
    min: [box[0]!, box[1]!, box[2]!],
    max: [box[3]!, box[4]!, box[5]!],
    isBlocked(ox, oy, oz, dx, dy, dz, limit) {
      walk(ox, oy, oz, dx, dy, dz, limit, true)
      return found.triangle >= 0
    },
    nearest(ox, oy, oz, dx, dy, dz, limit, hit) {
      walk(ox, oy, oz, dx, dy, dz, limit, false)
      hit.t = found.triangle < 0 ? -1 : found.t
      if (found.triangle < 0) return
      const t = order[found.triangle]!
      const normals = mesh.normals
      if (normals) {
        const a = triangles[t * 3]! * 3
        const b = triangles[t * 3 + 1]! * 3
        const c = triangles[t * 3 + 2]! * 3
        const w = 1 - found.u - found.v
        hit.nx = normals[a]! * w + normals[b]! * found.u + normals[c]! * found.v
        hit.ny = normals[a + 1]! * w + normals[b + 1]! * found.u + normals[c + 1]! * found.v
        hit.nz = normals[a + 2]! * w + normals[b + 2]! * found.u + normals[c + 2]! * found.v
      } else {
        faceNormal(mesh, t, flat)
        hit.nx = flat[0]
        hit.ny = flat[1]
        hit.nz = flat[2]
      }
      const inverse = 1 / (Math.hypot(hit.nx, hit.ny, hit.nz) || 1)
      hit.nx *= inverse
      hit.ny *= inverse
      hit.nz *= inverse
    },
  }
}
