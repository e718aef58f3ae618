// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { crossBox, padPacket, span } from "./intersect.ts"
import { programCapacity, type Stage } from "./stage.ts"

/** Light on its way to samples of the wave, added where nothing stands between. */
export interface ShadowQueue {
  /** Asks for one ray from a surface point to a lamp; the colour reaches `sample` when it is free. */
  ask(
    sample: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    distance: number,
    red: number,
    green: number,
    blue: number,
  ): void
  /** Follows all rays that were asked for. `gathered` holds three numbers per sample. */
  settle(gathered: Float32Array): void
}

/** Shadow rays end this far before the lamp. */
const clearance = 0.01

/** @param capacity rays per wave at most */
export function createShadowQueue(stage: Stage, capacity: number): ShadowQueue {
  const { program, meshes, fieldBounds } = stage
  const rays = new Float32Array(capacity * 7)
  const colors = new Float32Array(capacity * 3)
  const samples = new Int32Array(capacity)
  const open = new Uint8Array(capacity)
  const slots = new Int32Array(programCapacity)

  let count = 0

  /** Sends rays that are still open and cross the fields through one of the programs. */
  function march(first: number, pass: (queued: number) => void, onHit: (ray: number, k: number) => void): number {
    if (!fieldBounds) return count
    let queued = 0
    let s = first
    for (; s < count && queued < programCapacity; s++) {
      if (!open[s]) continue
      const r = s * 7
      const ox = rays[r]!
      const oy = rays[r + 1]!
      const oz = rays[r + 2]!
      const dx = rays[r + 3]!
      const dy = rays[r + 4]!
      const dz = rays[r + 5]!
      if (!crossBox(fieldBounds.min, fieldBounds.max, ox, oy, oz, dx, dy, dz)) continue
      program.ox[queued] = ox
      program.oy[queued] = oy
      program.oz[queued] = oz
      program.dx[queued] = dx
      program.dy[queued] = dy
      program.dz[queued] = dz
      program.from[queued] = span.from
      program.to[queued] = Math.min(span.to, rays[r + 6]! - clearance)
      program.inside[queued] = -1
      program.insideToo[queued] = -1
      slots[queued++] = s
    }
    if (queued > 0) {
      padPacket(stage, queued)
      pass(queued)
      for (let k = 0; k < queued; k++) if (program.hit[k]! >= 0) onHit(slots[k]!, k)
    }
    return s
  }

  function dim(ray: number, tint: readonly [number, number, number]): void {
    colors[ray * 3]! *= tint[0]
    colors[ray * 3 + 1]! *= tint[1]
    colors[ray * 3 + 2]! *= tint[2]
  }

  function tintByGlassFields(): void {
    const hitRays: number[] = []
    for (let s = 0; s < count; ) {
      hitRays.length = 0
      s = march(s, program.march, (ray, k) => {
        const t = program.hit[k]!
        const at = hitRays.length
        hitRays.push(ray)
        program.ox[at] = rays[ray * 7]! + rays[ray * 7 + 3]! * t
        program.oy[at] = rays[ray * 7 + 1]! + rays[ray * 7 + 4]! * t
        program.oz[at] = rays[ray * 7 + 2]! + rays[ray * 7 + 5]! * t
      })
      if (hitRays.length === 0) continue
      program.identify(hitRays.length)
      hitRays.forEach((ray, k) => {
        const tint = stage.shadowTints.get(program.id[k]!)
        if (tint) dim(ray, tint)
      })
    }
  }

  function blockByMeshes(): void {
    for (const mesh of meshes) {
      const { min, max } = mesh.tree
      const tint = stage.shadowTints.get(mesh.id)
      for (let s = 0; s < count; s++) {
        if (!open[s]) continue
        const r = s * 7
        const ox = rays[r]!
        const oy = rays[r + 1]!
        const oz = rays[r + 2]!
        const dx = rays[r + 3]!
        const dy = rays[r + 4]!
        const dz = rays[r + 5]!
        if (!crossBox(min, max, ox, oy, oz, dx, dy, dz)) continue
        if (!mesh.tree.isBlocked(ox, oy, oz, dx, dy, dz, rays[r + 6]! - clearance)) continue
        if (tint) dim(s, tint)
        else open[s] = 0
      }
    }
  }

  return {
    ask(sample, ox, oy, oz, dx, dy, dz, distance, red, green, blue) {
      const r = count * 7
      rays[r] = ox
      rays[r + 1] = oy
      rays[r + 2] = oz
      rays[r + 3] = dx
      rays[r + 4] = dy
      rays[r + 5] = dz
      rays[r + 6] = distance
      colors[count * 3] = red
      colors[count * 3 + 1] = green
      colors[count * 3 + 2] = blue
      samples[count] = sample
      open[count++] = 1
    },
    settle(gathered) {
      for (let s = 0; s < count; ) {
        s = march(s, program.marchOpaque, (ray) => {
          open[ray] = 0
        })
      }
      blockByMeshes()
      if (stage.hasGlassFields) tintByGlassFields()
      for (let s = 0; s < count; s++) {
        if (!open[s]) continue
        const to = samples[s]! * 3
        gathered[to]! += colors[s * 3]!
        gathered[to + 1]! += colors[s * 3 + 1]!
        gathered[to + 2]! += colors[s * 3 + 2]!
      }
      count = 0
    },
  }
}
