// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Glass } from "#imaging/render/scene/scene.ts"
import { mirrorShare, sampled, sampleFacet } from "./bsdf.ts"
import type { Hits } from "./intersect.ts"
import { firstPath, type Paths } from "./paths.ts"
import { firstOf, pairTurn, secondOf } from "./sampler.ts"
import type { Stage } from "./stage.ts"
import type { Wave } from "./wave.ts"

/** Bounces inside glass before a path is given up. */
const glassDepth = 10
/** How far a new ray starts from the surface it left, world units. */
const step = 2.5e-3

/**
 * What is inside what: entering and leaving solids of glass, of which two may overlap. Handed back by
 * `cross`; reused.
 */
const crossing = { isBoundary: true, eta: 1, inside: -1, insideToo: -1 }

/** Sends paths on through glass: mirrored, refracted or both. */
export function createGlassShader(stage: Stage) {
  const glassOf = stage.materials.map((m) => m.glass)
  const priorities = Float32Array.from(glassOf, (glass) => glass?.priority ?? 0)
  const iors = Float32Array.from(glassOf, (glass) => glass?.ior ?? 1)
  const priorityOf = (id: number): number => priorities[id]!
  const iorOf = (id: number): number => (id < 0 ? 1 : iors[id]!)
  // The light being sent on: what all its ways share.
  const light = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, red: 0, green: 0, blue: 0, travelled: 0 }

  function send(
    paths: Paths,
    i: number,
    next: Paths,
    x: number,
    y: number,
    z: number,
    side: number,
    weight: number,
    flags: number,
  ): void {
    const isThrough = side < 0
    const j = next.count++
    next.ox[j] = light.x + light.nx * side
    next.oy[j] = light.y + light.ny * side
    next.oz[j] = light.z + light.nz * side
    next.dx[j] = x
    next.dy[j] = y
    next.dz[j] = z
    next.red[j] = light.red * weight
    next.green[j] = light.green * weight
    next.blue[j] = light.blue * weight
    next.density[j] = 0
    next.travelled[j] = light.travelled
    next.sample[j] = paths.sample[i]!
    next.inside[j] = isThrough ? crossing.inside : paths.inside[i]!
    next.insideToo[j] = isThrough ? crossing.insideToo : paths.insideToo[i]!
    next.depth[j] = paths.depth[i]! + 1
    next.flags[j] = flags
  }

  /** Which media meet where a ray that is inside `a` and beneath it `b` meets solid `id`. */
  function cross(id: number, a: number, b: number): void {
    crossing.isBoundary = true
    if (id === a) {
      crossing.eta = iorOf(a) / iorOf(b)
      crossing.inside = b
      crossing.insideToo = -1
    } else if (id === b) {
      crossing.isBoundary = false
      crossing.inside = a
      crossing.insideToo = -1
    } else if (a >= 0 && priorityOf(id) <= priorityOf(a)) {
      crossing.isBoundary = false
      crossing.inside = a
      crossing.insideToo = id
    } else {
      crossing.eta = iorOf(a) / iorOf(id)
      crossing.inside = id
      crossing.insideToo = a
    }
  }

  return (paths: Paths, hits: Hits, i: number, next: Paths, wave: Wave): void => {
    const depth = paths.depth[i]!
    if (depth >= glassDepth) return
    const id = hits.object[i]!
    const t = hits.t[i]!
    const a = paths.inside[i]!
    const b = paths.insideToo[i]!
    let red = paths.red[i]!
    let green = paths.green[i]!
    let blue = paths.blue[i]!
    const medium: Glass | undefined = a >= 0 ? glassOf[a] : undefined
    if (medium) {
      red *= Math.exp(-medium.absorption[0] * t)
      green *= Math.exp(-medium.absorption[1] * t)
      blue *= Math.exp(-medium.absorption[2] * t)
      if (Math.max(red, green, blue) < 0.004) return
    }
    const dx = paths.dx[i]!
    const dy = paths.dy[i]!
    const dz = paths.dz[i]!
    const px = paths.ox[i]! + dx * t
    const py = paths.oy[i]! + dy * t
    const pz = paths.oz[i]! + dz * t
    let nx = hits.nx[i]!
    let ny = hits.ny[i]!
    let nz = hits.nz[i]!
    let cosine = -(dx * nx + dy * ny + dz * nz)
    if (cosine < 0) {
      nx = -nx
      ny = -ny
      nz = -nz
      cosine = -cosine
    }
    cross(id, a, b)
    const flags = paths.flags[i]!
    light.x = px
    light.y = py
    light.z = pz
    light.nx = nx
    light.ny = ny
    light.nz = nz
    light.red = red
    light.green = green
    light.blue = blue
    light.travelled = paths.travelled[i]! + t
    if (!crossing.isBoundary || Math.abs(crossing.eta - 1) < 1e-3) {
      send(paths, i, next, dx, dy, dz, -step, 1, flags)
      return
    }
    const sample = paths.sample[i]!
    const bounce = Math.min(depth, 6)
    const roughness = stage.materials[id]!.roughness
    let mx = nx
    let my = ny
    let mz = nz
    if (roughness > 0.06) {
      const pair = 2 + bounce * 3
      const turn = pairTurn(wave.hash[sample]!, pair)
      const s = wave.number[sample]!
      sampleFacet(nx, ny, nz, -dx, -dy, -dz, roughness * roughness, firstOf(turn, pair, s), secondOf(turn, pair, s))
      mx = sampled.x
      my = sampled.y
      mz = sampled.z
      cosine = Math.max(0, -(dx * mx + dy * my + dz * mz))
    }
    const { eta } = crossing
    const mirrored = mirrorShare(cosine, eta)
    // The first boundary that the lens sees goes both ways: no noise from choosing.
    const goesBothWays = depth === 0 && mirrored > 0.002 && mirrored < 0.998
    const choicePair = 4 + bounce * 3
    const choice = goesBothWays
      ? 0
      : firstOf(pairTurn(wave.hash[sample]!, choicePair), choicePair, wave.number[sample]!)
    if (goesBothWays || choice < mirrored) {
      const rx = dx + 2 * cosine * mx
      const ry = dy + 2 * cosine * my
      const rz = dz + 2 * cosine * mz
      const isOutside = rx * nx + ry * ny + rz * nz > 0
      const weight = goesBothWays ? mirrored : 1
      if (isOutside) send(paths, i, next, rx, ry, rz, step, weight, mirrored > 0.998 ? flags : flags & ~firstPath)
    }
    if (goesBothWays || choice >= mirrored) {
      const k = eta * cosine - Math.sqrt(Math.max(0, 1 - eta * eta * (1 - cosine * cosine)))
      const tx = eta * dx + k * mx
      const ty = eta * dy + k * my
      const tz = eta * dz + k * mz
      const size = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz)
      send(paths, i, next, tx * size, ty * size, tz * size, -step, goesBothWays ? 1 - mirrored : 1, flags)
    }
  }
}
