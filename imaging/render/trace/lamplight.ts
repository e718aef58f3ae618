// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { facetDensity, fifth, maskingOf } from "./bsdf.ts"
import { farAway } from "./intersect.ts"
import { edgeSoftness, type Lamp, prepareLamps } from "./light-set.ts"
import { type Paths, sharpPath, softPath } from "./paths.ts"
import { firstOf, pairTurn, secondOf } from "./sampler.ts"
import type { ShadowQueue } from "./shadow.ts"
import type { Stage } from "./stage.ts"
import type { Vertex } from "./vertex.ts"

/** Largest radiance that a path may bring home after a diffuse bounce: rare, bright ways are specks. */
export const softLimit = 3
/** How far a new ray starts from the surface it left, world units. */
export const surfaceStep = 2e-3

/** The pairs of random numbers of a bounce: direction, place on a lamp, choices. */
export const directionPair = (depth: number): number => 2 + Math.min(depth, 6) * 3
const lampPair = (depth: number): number => 3 + Math.min(depth, 6) * 3
export const choicePair = (depth: number): number => 4 + Math.min(depth, 6) * 3

/** Light of the scene's lamps on paths: met by reflections, and sampled from surfaces. */
export interface Lamplight {
  /** A lamp between the path's start and `limit`: its light arrives and the path ends. */
  meet(paths: Paths, i: number, limit: number, gathered: Float32Array): boolean
  /** Sends shadow rays from a surface point: to every lamp where the lens looks first, to one elsewhere. */
  ask(vertex: Vertex): void
}

export function createLamplight(stage: Stage, queue: ShadowQueue): Lamplight {
  const lamps = prepareLamps(stage.scene)

  function askLamp(vertex: Vertex, lamp: Lamp, u1: number, u2: number, chance: number): void {
    const { center, halfU, halfV, radiance } = lamp
    const { nx, ny, nz, facing } = vertex
    const lx = center[0] + halfU[0] * u1 + halfV[0] * u2 - vertex.x
    const ly = center[1] + halfU[1] * u1 + halfV[1] * u2 - vertex.y
    const lz = center[2] + halfU[2] * u1 + halfV[2] * u2 - vertex.z
    const squared = lx * lx + ly * ly + lz * lz
    const inverse = 1 / Math.sqrt(squared)
    const wx = lx * inverse
    const wy = ly * inverse
    const wz = lz * inverse
    const cosine = wx * nx + wy * ny + wz * nz
    const facingLamp = -(wx * lamp.nx + wy * lamp.ny + wz * lamp.nz)
    if (cosine <= 0 || facingLamp <= 0) return
    const solid = (facingLamp * lamp.area) / (squared * chance)
    const matte = vertex.diffuse / Math.PI
    let red = vertex.colorRed * matte
    let green = vertex.colorGreen * matte
    let blue = vertex.colorBlue * matte
    if (vertex.samplesLampsForShine) {
      const hx = wx - vertex.dx
      const hy = wy - vertex.dy
      const hz = wz - vertex.dz
      const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
      const cosineHalf = Math.max(0, (hx * nx + hy * ny + hz * nz) * half)
      const toHalf = Math.max(0, (hx * wx + hy * wy + hz * wz) * half)
      const a2 = vertex.width * vertex.width
      const own = (facetDensity(cosineHalf, a2) * maskingOf(facing, a2)) / (4 * facing)
      // Balance with finding the lamp by chance (Veach, Guibas 1995).
      const weight = 1 / (1 + vertex.shine * own * solid)
      const shape = ((own * maskingOf(cosine, a2)) / cosine) * weight
      const rim = fifth(1 - toHalf)
      red += (vertex.mirrorRed + (1 - vertex.mirrorRed) * rim) * shape
      green += (vertex.mirrorGreen + (1 - vertex.mirrorGreen) * rim) * shape
      blue += (vertex.mirrorBlue + (1 - vertex.mirrorBlue) * rim) * shape
    }
    red *= vertex.red * cosine * solid * radiance[0]
    green *= vertex.green * cosine * solid * radiance[1]
    blue *= vertex.blue * cosine * solid * radiance[2]
    const peak = Math.max(red, green, blue)
    const scale = vertex.isSoft && peak > softLimit ? softLimit / peak : 1
    queue.ask(
      vertex.sample,
      vertex.x + nx * surfaceStep,
      vertex.y + ny * surfaceStep,
      vertex.z + nz * surfaceStep,
      wx,
      wy,
      wz,
      1 / inverse,
      red * scale,
      green * scale,
      blue * scale,
    )
  }

  return {
    ask(vertex) {
      if (lamps.length === 0 || (vertex.diffuse === 0 && !vertex.samplesLampsForShine)) return
      const { hash, number, depth } = vertex
      const pair = lampPair(depth)
      const turn = pairTurn(hash, pair)
      const u1 = firstOf(turn, pair, number) * 2 - 1
      const u2 = secondOf(turn, pair, number) * 2 - 1
      if (depth === 0) {
        for (let k = 0; k < lamps.length; k++) askLamp(vertex, lamps[k]!, u1, u2, 1)
        return
      }
      const choices = choicePair(depth)
      let u = secondOf(pairTurn(hash, choices), choices, number)
      let pick = 0
      while (pick < lamps.length - 1 && u >= lamps[pick]!.chance) u -= lamps[pick++]!.chance
      askLamp(vertex, lamps[pick]!, u1, u2, lamps[pick]!.chance)
    },

    meet(paths, i, limit, gathered) {
      const flags = paths.flags[i]!
      const density = paths.density[i]!
      if (paths.depth[i] === 0 || !(flags & sharpPath)) return false
      // Lamps behind glass reach matte surfaces as tinted shadow rays; counting them twice would add specks.
      const isSoft = (flags & softPath) !== 0
      if (isSoft && density === 0 && paths.inside[i]! < 0) return false
      const dx = paths.dx[i]!
      const dy = paths.dy[i]!
      const dz = paths.dz[i]!
      for (let k = 0; k < lamps.length; k++) {
        const lamp = lamps[k]!
        const facing = dx * lamp.nx + dy * lamp.ny + dz * lamp.nz
        if (facing >= -1e-4) continue
        const qx = lamp.center[0] - paths.ox[i]!
        const qy = lamp.center[1] - paths.oy[i]!
        const qz = lamp.center[2] - paths.oz[i]!
        const t = (qx * lamp.nx + qy * lamp.ny + qz * lamp.nz) / facing
        if (t <= 0 || t >= limit) continue
        const hx = dx * t - qx
        const hy = dy * t - qy
        const hz = dz * t - qz
        const u = (hx * lamp.halfU[0] + hy * lamp.halfU[1] + hz * lamp.halfU[2]) * lamp.inverseU
        const v = (hx * lamp.halfV[0] + hy * lamp.halfV[1] + hz * lamp.halfV[2]) * lamp.inverseV
        if (u > 1 || u < -1 || v > 1 || v < -1) continue
        let share = edgeSoftness(u, v)
        if (density > 0) {
          const chance = paths.depth[i] === 1 ? 1 : lamp.chance
          share *= density / (density + (chance * t * t) / (lamp.area * -facing))
        }
        const to = paths.sample[i]! * 3
        const most = isSoft ? softLimit : farAway
        gathered[to]! += Math.min(most, paths.red[i]! * lamp.radiance[0] * share)
        gathered[to + 1]! += Math.min(most, paths.green[i]! * lamp.radiance[1] * share)
        gathered[to + 2]! += Math.min(most, paths.blue[i]! * lamp.radiance[2] * share)
        return true
      }
      return false
    },
  }
}
