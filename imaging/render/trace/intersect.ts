// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { MeshHit } from "#imaging/render/mesh/bvh.ts"
import { createGroundFinder, groundHit } from "./ground.ts"
import type { Paths } from "./paths.ts"
import { groundObject, noObject, programCapacity, type Stage } from "./stage.ts"

/** What every path of a wave met. */
export interface Hits {
  /** Distance along the segment; huge when nothing was met. */
  readonly t: Float32Array
  /** Object number, `groundObject` or `noObject`. */
  readonly object: Int16Array
  /** Unit normal, outward. */
  readonly nx: Float32Array
  readonly ny: Float32Array
  readonly nz: Float32Array
}

export function createHits(capacity: number): Hits {
  return {
    t: new Float32Array(capacity),
    object: new Int16Array(capacity),
    nx: new Float32Array(capacity),
    ny: new Float32Array(capacity),
    nz: new Float32Array(capacity),
  }
}

/** "Infinitely" far away. */
export const farAway = 1e9

/** Where a ray enters and leaves a box; reused. */
export const span = { from: 0, to: 0 }

/** Fills `span`; false when the box is missed. */
export function crossBox(
  min: readonly [number, number, number],
  max: readonly [number, number, number],
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const ix = 1 / dx
  const iy = 1 / dy
  const iz = 1 / dz
  const x0 = (min[0] - ox) * ix
  const x1 = (max[0] - ox) * ix
  const y0 = (min[1] - oy) * iy
  const y1 = (max[1] - oy) * iy
  const z0 = (min[2] - oz) * iz
  const z1 = (max[2] - oz) * iz
  span.from = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0)
  span.to = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1))
  return span.from <= span.to
}

/** Packets are of four: the unused rays of the last one end where they begin. */
export function padPacket(stage: Stage, count: number): void {
  const { from, to } = stage.program
  for (let k = count; k < ((count + 3) & ~3); k++) {
    from[k] = 1
    to[k] = 0
  }
}

/** Finds what each path meets first. */
export function createIntersector(stage: Stage) {
  const { program, meshes, fieldBounds } = stage
  const findGround = createGroundFinder(stage.scene.ground)
  const slots = new Int32Array(programCapacity)
  const meshHit: MeshHit = { t: -1, nx: 0, ny: 0, nz: 0 }

  function meetFields(paths: Paths, hits: Hits, isFirst: boolean): void {
    if (!fieldBounds) return
    const { min, max } = fieldBounds
    let queued = 0
    for (let i = 0; i < paths.count; i++) {
      const ox = paths.ox[i]!
      const oy = paths.oy[i]!
      const oz = paths.oz[i]!
      const dx = paths.dx[i]!
      const dy = paths.dy[i]!
      const dz = paths.dz[i]!
      const limit = hits.t[i]!
      if (!crossBox(min, max, ox, oy, oz, dx, dy, dz) || span.from >= limit) continue
      program.ox[queued] = ox
      program.oy[queued] = oy
      program.oz[queued] = oz
      program.dx[queued] = dx
      program.dy[queued] = dy
      program.dz[queued] = dz
      program.from[queued] = span.from
      program.to[queued] = Math.min(span.to, limit)
      program.inside[queued] = paths.inside[i]!
      program.insideToo[queued] = paths.insideToo[i]!
      slots[queued++] = i
    }
    if (queued === 0) return
    padPacket(stage, queued)
    if (isFirst && stage.hasProxies) program.marchVisible(queued)
    else program.march(queued)
    let found = 0
    for (let k = 0; k < queued; k++) {
      const t = program.hit[k]!
      if (t < 0) continue
      const i = slots[k]!
      hits.t[i] = t
      slots[found] = i
      program.ox[found] = paths.ox[i]! + paths.dx[i]! * t
      program.oy[found] = paths.oy[i]! + paths.dy[i]! * t
      program.oz[found] = paths.oz[i]! + paths.dz[i]! * t
      found++
    }
    if (found === 0) return
    program.identify(found)
    for (let k = 0; k < found; k++) {
      const i = slots[k]!
      const nx = program.nx[k]!
      const ny = program.ny[k]!
      const nz = program.nz[k]!
      const size = Math.sqrt(nx * nx + ny * ny + nz * nz)
      hits.object[i] = program.id[k]!
      if (size > 1e-6 && size < 1e6) {
        hits.nx[i] = nx / size
        hits.ny[i] = ny / size
        hits.nz[i] = nz / size
      } else {
        // A ridge without a direction: face the ray.
        hits.nx[i] = -paths.dx[i]!
        hits.ny[i] = -paths.dy[i]!
        hits.nz[i] = -paths.dz[i]!
      }
    }
  }

  function meetMeshes(paths: Paths, hits: Hits, isFirst: boolean): void {
    for (const mesh of meshes) {
      if (isFirst && mesh.isProxy) continue
      const { tree } = mesh
      for (let i = 0; i < paths.count; i++) {
        const limit = hits.t[i]!
        const ox = paths.ox[i]!
        const oy = paths.oy[i]!
        const oz = paths.oz[i]!
        const dx = paths.dx[i]!
        const dy = paths.dy[i]!
        const dz = paths.dz[i]!
        if (!crossBox(tree.min, tree.max, ox, oy, oz, dx, dy, dz) || span.from >= limit) continue
        tree.nearest(ox, oy, oz, dx, dy, dz, limit, meshHit)
        if (meshHit.t < 0) continue
        hits.t[i] = meshHit.t
        hits.object[i] = mesh.id
        hits.nx[i] = meshHit.nx
        hits.ny[i] = meshHit.ny
        hits.nz[i] = meshHit.nz
      }
    }
  }

  /** `isFirst`: the paths come from the lens and do not see proxies. */
  return (paths: Paths, hits: Hits, isFirst: boolean): void => {
    for (let i = 0; i < paths.count; i++) {
      hits.t[i] = farAway
      hits.object[i] = noObject
      if (paths.inside[i]! >= 0) continue
      findGround(paths.oy[i]!, paths.oz[i]!, paths.dy[i]!, paths.dz[i]!)
      if (groundHit.t <= 0) continue
      hits.t[i] = groundHit.t
      hits.object[i] = groundObject
      hits.nx[i] = 0
      hits.ny[i] = groundHit.ny
      hits.nz[i] = groundHit.nz
    }
    meetFields(paths, hits, isFirst)
    meetMeshes(paths, hits, isFirst)
  }
}
