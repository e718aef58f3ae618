// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Scene } from "#imaging/render/scene.ts"
import { facetDensity, fifth, maskingOf, sampleCosine, sampled, sampleFacet } from "./bsdf.ts"
import type { Film } from "./film.ts"
import { createGlassShader } from "./glass.ts"
import { farAway, type Hits } from "./intersect.ts"
import { frameOf } from "./lens.ts"
import { edgeSoftness, type Lamp, prepareLamps } from "./light-set.ts"
import { firstPath, type Paths, sharpPath, softPath } from "./paths.ts"
import { firstOf, pairTurn, secondOf } from "./sampler.ts"
import type { ShadowQueue } from "./shadow.ts"
import { tabulateBackdrop, tabulateEnvironment } from "./sky-table.ts"
import { groundObject, noObject, type Stage } from "./stage.ts"
import { blankSurface, surfaceReader } from "./surface.ts"
import type { Wave } from "./wave.ts"

/** Bounces after which a path ends. */
const maximumDepth = 5
/** From this depth on dim paths end by chance, the others carry their light. */
const rouletteDepth = 2
/** Largest radiance that a path may bring home after a diffuse bounce: no specks from rare, bright ways. */
const softLimit = 3
/** Roughness of mirrors as seen after a diffuse bounce. */
const softRoughness = 0.4
/** Above this a reflection is too wide for chance to find lamps: lamps are sampled for it, too. */
const lampRoughness = 0.15
const step = 2e-3
/** Cosine to the ray beyond which a surface counts as seen from behind. */
const farSide = -0.3
/** Depth recorded where nothing is hit. */
export const skyDepth = 60
/** Object number recorded for the floor and for the sky. */
export const groundMark = 250
export const skyMark = 251

/** Lets the light of one wave's segment arrive and sends the paths on. */
export function createShader(stage: Stage, film: Film, queue: ShadowQueue) {
  const scene: Scene = stage.scene
  const lamps = prepareLamps(scene)
  const frame = frameOf(scene.camera)
  const environment = tabulateEnvironment(scene.environment)
  const backdrop = tabulateBackdrop(scene.backdrop, scene.camera, frame)
  const readers = stage.materials.map(surfaceReader)
  const groundReader = scene.ground ? surfaceReader(scene.ground.material) : undefined
  const fade = scene.ground?.sweep ? undefined : scene.ground?.fade
  const shadeGlass = createGlassShader(stage)
  const surface = blankSurface()
  const sky: [number, number, number] = [0, 0, 0]
  const { planes } = film
  const [fx, fy, fz] = frame.forward

  /** What a pixel shows first, for the filter. */
  function describe(
    pixel: number,
    r: number,
    g: number,
    b: number,
    nx: number,
    ny: number,
    nz: number,
    depth: number,
    object: number,
  ): void {
    planes.albedoRed[pixel]! += r
    planes.albedoGreen[pixel]! += g
    planes.albedoBlue[pixel]! += b
    planes.normalX[pixel]! += nx
    planes.normalY[pixel]! += ny
    planes.normalZ[pixel]! += nz
    planes.depth[pixel]! += depth
    planes.described[pixel]! += 1
    planes.object[pixel] = object
  }

  /** Looks along a ray into the sky; fills `sky`. */
  function lookUp(dx: number, dy: number, dz: number, isFirst: boolean): void {
    if (isFirst && dx * fx + dy * fy + dz * fz > 0.2) backdrop(dx, dy, dz, sky)
    else environment(dx, dy, dz, sky)
  }

  /** A lamp between the path's start and `limit`: its light arrives and the path ends. */
  function meetLamp(paths: Paths, i: number, limit: number, gathered: Float32Array): boolean {
    const flags = paths.flags[i]!
    if (
      paths.depth[i] === 0 ||
      !(flags & sharpPath) ||
      (flags & softPath && paths.inside[i]! < 0 && paths.density[i] === 0)
    )
      return false
    const ox = paths.ox[i]!
    const oy = paths.oy[i]!
    const oz = paths.oz[i]!
    const dx = paths.dx[i]!
    const dy = paths.dy[i]!
    const dz = paths.dz[i]!
    for (let k = 0; k < lamps.length; k++) {
      const lamp = lamps[k]!
      const facing = dx * lamp.nx + dy * lamp.ny + dz * lamp.nz
      if (facing >= -1e-4) continue
      const qx = lamp.center[0] - ox
      const qy = lamp.center[1] - oy
      const qz = lamp.center[2] - oz
      const t = (qx * lamp.nx + qy * lamp.ny + qz * lamp.nz) / facing
      if (t <= 0 || t >= limit) continue
      const hx = dx * t - qx
      const hy = dy * t - qy
      const hz = dz * t - qz
      const u = (hx * lamp.halfU[0] + hy * lamp.halfU[1] + hz * lamp.halfU[2]) * lamp.inverseU
      const v = (hx * lamp.halfV[0] + hy * lamp.halfV[1] + hz * lamp.halfV[2]) * lamp.inverseV
      if (u > 1 || u < -1 || v > 1 || v < -1) continue
      let share = edgeSoftness(u, v)
      const density = paths.density[i]!
      if (density > 0) {
        // Balance with the lamp sampling of the last bounce (Veach, Guibas 1995).
        const chance = paths.depth[i] === 1 ? 1 : lamp.chance
        share *= density / (density + (chance * t * t) / (lamp.area * -facing))
      }
      const to = paths.sample[i]! * 3
      const limitLight = flags & softPath ? softLimit : farAway
      gathered[to]! += Math.min(limitLight, paths.red[i]! * lamp.radiance[0] * share)
      gathered[to + 1]! += Math.min(limitLight, paths.green[i]! * lamp.radiance[1] * share)
      gathered[to + 2]! += Math.min(limitLight, paths.blue[i]! * lamp.radiance[2] * share)
      return true
    }
    return false
  }

  return (paths: Paths, hits: Hits, next: Paths, wave: Wave): void => {
    const { gathered } = wave
    const {
      ox: pathOx,
      oy: pathOy,
      oz: pathOz,
      dx: pathDx,
      dy: pathDy,
      dz: pathDz,
      red: pathRed,
      green: pathGreen,
      blue: pathBlue,
      travelled: pathTravelled,
      sample: pathSample,
      inside: pathInside,
      insideToo: pathInsideToo,
      depth: pathDepth,
      flags: pathFlags,
    } = paths
    const {
      ox: nextOx,
      oy: nextOy,
      oz: nextOz,
      dx: nextDx,
      dy: nextDy,
      dz: nextDz,
      red: nextRed,
      green: nextGreen,
      blue: nextBlue,
      density: nextDensity,
      travelled: nextTravelled,
      sample: nextSample,
      inside: nextInside,
      insideToo: nextInsideToo,
      depth: nextDepth,
      flags: nextFlags,
    } = next
    const { t: hitT, object: hitObject, nx: hitNx, ny: hitNy, nz: hitNz } = hits
    next.count = 0
    for (let i = 0; i < paths.count; i++) {
      const object = hitObject[i]!
      const t = hitT[i]!
      const dx = pathDx[i]!
      const dy = pathDy[i]!
      const dz = pathDz[i]!
      const depth = pathDepth[i]!
      const flags = pathFlags[i]!
      const sample = pathSample[i]!
      const pixel = wave.pixel[sample]!
      const to = sample * 3
      const isSoft = (flags & softPath) !== 0
      if (meetLamp(paths, i, t, gathered)) {
        if (flags & firstPath) describe(pixel, 1, 1, 1, 0, 0, 0, pathTravelled[i]!, skyMark)
        continue
      }
      let red = pathRed[i]!
      let green = pathGreen[i]!
      let blue = pathBlue[i]!
      const isFirst = (flags & firstPath) !== 0

      if (object === noObject) {
        lookUp(dx, dy, dz, isFirst)
        const limit = isSoft ? softLimit : farAway
        gathered[to]! += Math.min(limit, red * sky[0])
        gathered[to + 1]! += Math.min(limit, green * sky[1])
        gathered[to + 2]! += Math.min(limit, blue * sky[2])
        if (isFirst) describe(pixel, red, green, blue, 0, 0, 0, skyDepth, depth === 0 ? skyMark : planes.object[pixel]!)
        continue
      }
      if (object >= 0 && stage.materials[object]!.glass) {
        if (isFirst && depth === 0) planes.object[pixel] = object
        shadeGlass(paths, hits, i, next, wave)
        continue
      }

      const px = pathOx[i]! + dx * t
      const py = pathOy[i]! + dy * t
      const pz = pathOz[i]! + dz * t
      let nx = hitNx[i]!
      let ny = hitNy[i]!
      let nz = hitNz[i]!
      if (object === groundObject) {
        groundReader!(surface, px, py, pz, nx, ny, nz)
        if (fade) {
          const away = Math.sqrt(px * px + pz * pz)
          let share = Math.min(1, Math.max(0, (away - fade.from) / (fade.to - fade.from)))
          share = share * share * (3 - 2 * share)
          if (share > 0) {
            lookUp(dx, isFirst ? dy : Math.abs(dy), dz, isFirst)
            gathered[to]! += red * share * sky[0]
            gathered[to + 1]! += green * share * sky[1]
            gathered[to + 2]! += blue * share * sky[2]
            red *= 1 - share
            green *= 1 - share
            blue *= 1 - share
          }
          if (share > 0.999) {
            if (isFirst)
              describe(pixel, pathRed[i]!, pathGreen[i]!, pathBlue[i]!, 0, 1, 0, pathTravelled[i]! + t, groundMark)
            continue
          }
        }
      } else readers[object]!(surface, px, py, pz, nx, ny, nz)

      const { color, bump, emission } = surface
      if (bump[0] !== 0 || bump[1] !== 0 || bump[2] !== 0) {
        nx += bump[0]
        ny += bump[1]
        nz += bump[2]
        const size = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
        nx *= size
        ny *= size
        nz *= size
      }
      let facing = -(dx * nx + dy * ny + dz * nz)
      if (facing < farSide && object >= 0) {
        // Seen from behind: the inside of a sheet. Outlines that turn only just away keep their side, or the
        // next ray would start inside the body and the outline would be black.
        nx = -nx
        ny = -ny
        nz = -nz
        facing = -facing
      }
      facing = Math.max(0.02, facing)

      const insideOf = pathInside[i]!
      const medium = insideOf >= 0 ? stage.materials[insideOf]!.glass : undefined
      if (medium) {
        red *= Math.exp(-medium.absorption[0] * t)
        green *= Math.exp(-medium.absorption[1] * t)
        blue *= Math.exp(-medium.absorption[2] * t)
      }
      const { metalness } = surface
      if (isFirst) {
        const isMirror = metalness > 0.5
        const mark = object >= 0 ? object : groundMark
        describe(
          pixel,
          pathRed[i]! * (isMirror ? 1 : color[0]),
          pathGreen[i]! * (isMirror ? 1 : color[1]),
          pathBlue[i]! * (isMirror ? 1 : color[2]),
          nx,
          ny,
          nz,
          pathTravelled[i]! + t,
          depth === 0 ? mark : planes.object[pixel]!,
        )
      }
      if (emission[0] + emission[1] + emission[2] > 0) {
        const limit = isSoft ? softLimit / 2 : farAway
        gathered[to]! += Math.min(limit, red * emission[0])
        gathered[to + 1]! += Math.min(limit, green * emission[1])
        gathered[to + 2]! += Math.min(limit, blue * emission[2])
      }
      if (depth >= maximumDepth) continue

      const roughness = isSoft ? Math.max(softRoughness, surface.roughness) : surface.roughness
      const a = Math.max(0.0015, roughness * roughness)
      const a2 = a * a
      const { specular } = surface
      const f0r = specular + (color[0] - specular) * metalness
      const f0g = specular + (color[1] - specular) * metalness
      const f0b = specular + (color[2] - specular) * metalness
      const f0 = (f0r + f0g + f0b) / 3
      const grazing = fifth(1 - facing) * (1 - roughness * 0.7)
      const mirrored = specular === 0 && metalness === 0 ? 0 : f0 + (1 - f0) * grazing
      const shine = metalness > 0.5 ? 1 : mirrored === 0 ? 0 : Math.min(0.9, Math.max(0.12, mirrored * 1.5))
      const diffuse = (1 - mirrored) * (1 - metalness)
      const samplesLampsForShine = mirrored > 0 && roughness > lampRoughness
      const bounce = Math.min(depth, 6)
      const hash = wave.hash[sample]!
      const s = wave.number[sample]!

      if (diffuse > 0 || samplesLampsForShine) {
        const lightPair = 3 + bounce * 3
        const lightTurn = pairTurn(hash, lightPair)
        const u1 = firstOf(lightTurn, lightPair, s) * 2 - 1
        const u2 = secondOf(lightTurn, lightPair, s) * 2 - 1
        // All lamps where the lens looks first, one by its chance elsewhere.
        const isAll = depth === 0
        let pick = 0
        if (!isAll) {
          const choicePair = 4 + bounce * 3
          let u = secondOf(pairTurn(hash, choicePair), choicePair, s)
          while (pick < lamps.length - 1 && u >= lamps[pick]!.chance) u -= lamps[pick++]!.chance
        }
        const last = isAll ? lamps.length - 1 : Math.min(pick, lamps.length - 1)
        for (let k = pick; k <= last; k++) {
          const lamp: Lamp = lamps[k]!
          const { center, halfU, halfV, radiance } = lamp
          const lx = center[0] + halfU[0] * u1 + halfV[0] * u2 - px
          const ly = center[1] + halfU[1] * u1 + halfV[1] * u2 - py
          const lz = center[2] + halfU[2] * u1 + halfV[2] * u2 - pz
          const squared = lx * lx + ly * ly + lz * lz
          const inverse = 1 / Math.sqrt(squared)
          const wx = lx * inverse
          const wy = ly * inverse
          const wz = lz * inverse
          const cosine = wx * nx + wy * ny + wz * nz
          const facingLamp = -(wx * lamp.nx + wy * lamp.ny + wz * lamp.nz)
          if (cosine <= 0 || facingLamp <= 0) continue
          const chance = isAll ? 1 : lamp.chance
          const solid = (facingLamp * lamp.area) / (squared * chance)
          let lr = (color[0] * diffuse) / Math.PI
          let lg = (color[1] * diffuse) / Math.PI
          let lb = (color[2] * diffuse) / Math.PI
          if (samplesLampsForShine) {
            const hx = wx - dx
            const hy = wy - dy
            const hz = wz - dz
            const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
            const cosineHalf = Math.max(0, (hx * nx + hy * ny + hz * nz) * half)
            const toHalf = Math.max(0, (hx * wx + hy * wy + hz * wz) * half)
            const facets = facetDensity(cosineHalf, a2)
            const masked = maskingOf(facing, a2)
            const own = (facets * masked) / (4 * facing)
            const weight = 1 / (1 + shine * own * solid)
            const shape = ((own * maskingOf(cosine, a2)) / cosine) * weight
            const f5 = fifth(1 - toHalf)
            lr += (f0r + (1 - f0r) * f5) * shape
            lg += (f0g + (1 - f0g) * f5) * shape
            lb += (f0b + (1 - f0b) * f5) * shape
          }
          const k1 = cosine * solid
          let cr = red * lr * k1 * radiance[0]
          let cg = green * lg * k1 * radiance[1]
          let cb = blue * lb * k1 * radiance[2]
          if (isSoft) {
            const peak = Math.max(cr, cg, cb)
            if (peak > softLimit) {
              const scale = softLimit / peak
              cr *= scale
              cg *= scale
              cb *= scale
            }
          }
          queue.ask(sample, px + nx * step, py + ny * step, pz + nz * step, wx, wy, wz, 1 / inverse, cr, cg, cb)
        }
      }

      const directionPair = 2 + bounce * 3
      const turn = pairTurn(hash, directionPair)
      const u1 = firstOf(turn, directionPair, s)
      const u2 = secondOf(turn, directionPair, s)
      const choicePair = 4 + bounce * 3
      const choice = firstOf(pairTurn(hash, choicePair), choicePair, s)
      let density = 0
      let newFlags = flags & ~firstPath
      if (choice < shine) {
        sampleFacet(nx, ny, nz, -dx, -dy, -dz, a, u1, u2)
        const mx = sampled.x
        const my = sampled.y
        const mz = sampled.z
        const toFacet = -(dx * mx + dy * my + dz * mz)
        if (toFacet <= 0) continue
        sampled.x = dx + 2 * toFacet * mx
        sampled.y = dy + 2 * toFacet * my
        sampled.z = dz + 2 * toFacet * mz
        const cosine = sampled.x * nx + sampled.y * ny + sampled.z * nz
        if (cosine <= 0) continue
        const f5 = fifth(1 - toFacet)
        const weight = maskingOf(cosine, a2) / shine
        red *= (f0r + (1 - f0r) * f5) * weight
        green *= (f0g + (1 - f0g) * f5) * weight
        blue *= (f0b + (1 - f0b) * f5) * weight
        newFlags |= sharpPath
        if (samplesLampsForShine) {
          const cosineHalf = mx * nx + my * ny + mz * nz
          density = (shine * facetDensity(cosineHalf, a2) * maskingOf(facing, a2)) / (4 * facing)
        }
      } else {
        const weight = diffuse / (1 - shine)
        red *= color[0] * weight
        green *= color[1] * weight
        blue *= color[2] * weight
        sampleCosine(nx, ny, nz, u1, u2)
        newFlags = softPath
      }
      const peak = Math.max(red, green, blue)
      if (depth >= rouletteDepth) {
        const survival = Math.min(0.95, peak)
        const rouletteTurn = pairTurn(hash, 23 + depth)
        if (
          (rouletteTurn >>> 8) / 16777216 + 0.618034 * s - Math.floor((rouletteTurn >>> 8) / 16777216 + 0.618034 * s) >
          survival
        )
          continue
        red /= survival
        green /= survival
        blue /= survival
      } else if (peak < 0.003) continue

      const j = next.count++
      nextOx[j] = px + nx * step
      nextOy[j] = py + ny * step
      nextOz[j] = pz + nz * step
      nextDx[j] = sampled.x
      nextDy[j] = sampled.y
      nextDz[j] = sampled.z
      nextRed[j] = red
      nextGreen[j] = green
      nextBlue[j] = blue
      nextDensity[j] = density
      nextTravelled[j] = pathTravelled[i]! + t
      nextSample[j] = sample
      nextInside[j] = insideOf
      nextInsideToo[j] = pathInsideToo[i]!
      nextDepth[j] = depth + 1
      nextFlags[j] = newFlags
    }
  }
}
