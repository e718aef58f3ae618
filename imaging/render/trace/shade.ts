// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Film } from "./film.ts"
import { createGlassShader } from "./glass.ts"
import { farAway, type Hits } from "./intersect.ts"
import { createLamplight, softLimit } from "./lamplight.ts"
import { frameOf } from "./lens.ts"
import { firstPath, type Paths, softPath } from "./paths.ts"
import { scatter } from "./scatter.ts"
import type { ShadowQueue } from "./shadow.ts"
import { tabulateBackdrop, tabulateEnvironment } from "./sky-table.ts"
import { groundObject, noObject, type Stage } from "./stage.ts"
import { blankSurface, surfaceReader } from "./surface.ts"
import { applySurface, createVertex } from "./vertex.ts"
import type { Wave } from "./wave.ts"

/** Bounces after which a path ends. */
const maximumDepth = 5
/** Bounces after which what is seen through glass stays black: a full drinking glass has six skins. */
const clearDepth = 9
/** Cosine to the ray beyond which a surface counts as seen from behind. */
const farSide = -0.3
/** Depth recorded where nothing is hit. */
export const skyDepth = 60
/** Object number recorded for the floor and for the sky. */
export const groundMark = 250
export const skyMark = 251

/** Lets the light of one wave's segment arrive and sends the paths on. */
export function createShader(stage: Stage, film: Film, queue: ShadowQueue) {
  const { scene, materials } = stage
  const { planes } = film
  const lamplight = createLamplight(stage, queue)
  const shadeGlass = createGlassShader(stage)
  const frame = frameOf(scene.camera)
  const [fx, fy, fz] = frame.forward
  const environment = tabulateEnvironment(scene.environment)
  const backdrop = tabulateBackdrop(scene.backdrop, scene.camera, frame)
  const readers = materials.map(surfaceReader)
  const groundReader = scene.ground ? surfaceReader(scene.ground.material) : undefined
  const fade = scene.ground?.sweep ? undefined : scene.ground?.fade
  const surface = blankSurface()
  const vertex = createVertex()
  const sky: [number, number, number] = [0, 0, 0]

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
  ): void {
    planes.albedoRed[pixel]! += r
    planes.albedoGreen[pixel]! += g
    planes.albedoBlue[pixel]! += b
    planes.normalX[pixel]! += nx
    planes.normalY[pixel]! += ny
    planes.normalZ[pixel]! += nz
    planes.depth[pixel]! += depth
    planes.described[pixel]! += 1
  }

  /** Looks along a ray into the sky; fills `sky`. */
  function lookUp(dx: number, dy: number, dz: number, isFirst: boolean): void {
    if (isFirst && dx * fx + dy * fy + dz * fz > 0.2) backdrop(dx, dy, dz, sky)
    else environment(dx, dy, dz, sky)
  }

  function gather(
    to: Float32Array,
    red: number,
    green: number,
    blue: number,
    from: readonly [number, number, number],
    most: number,
  ): void {
    const at = vertex.sample * 3
    to[at]! += Math.min(most, red * from[0])
    to[at + 1]! += Math.min(most, green * from[1])
    to[at + 2]! += Math.min(most, blue * from[2])
  }

  /** Reads the floor and melts it into the backdrop; false when nothing of the floor is left. */
  function standOnGround(isFirst: boolean, gathered: Float32Array): boolean {
    groundReader!(surface, vertex.x, vertex.y, vertex.z, vertex.nx, vertex.ny, vertex.nz)
    if (!fade) return true
    const away = Math.sqrt(vertex.x * vertex.x + vertex.z * vertex.z)
    let share = Math.min(1, Math.max(0, (away - fade.from) / (fade.to - fade.from)))
    share = share * share * (3 - 2 * share)
    if (share > 0) {
      lookUp(vertex.dx, isFirst ? vertex.dy : Math.abs(vertex.dy), vertex.dz, isFirst)
      gather(gathered, vertex.red * share, vertex.green * share, vertex.blue * share, sky, farAway)
      vertex.red *= 1 - share
      vertex.green *= 1 - share
      vertex.blue *= 1 - share
    }
    return share <= 0.999
  }

  /** Bends the normal by the surface's bump, toward the path's side. */
  function faceThePath(isObject: boolean): void {
    const { bump } = surface
    if (bump[0] !== 0 || bump[1] !== 0 || bump[2] !== 0) {
      const x = vertex.nx + bump[0]
      const y = vertex.ny + bump[1]
      const z = vertex.nz + bump[2]
      const size = 1 / Math.sqrt(x * x + y * y + z * z)
      vertex.nx = x * size
      vertex.ny = y * size
      vertex.nz = z * size
    }
    let facing = -(vertex.dx * vertex.nx + vertex.dy * vertex.ny + vertex.dz * vertex.nz)
    if (facing < farSide && isObject) {
      // Seen from behind: the inside of a sheet. Outlines that turn only just away keep their side, or the
      // next ray would start inside the body and the outline would be black.
      vertex.nx = -vertex.nx
      vertex.ny = -vertex.ny
      vertex.nz = -vertex.nz
      facing = -facing
    }
    vertex.facing = Math.max(0.02, facing)
  }

  /** Shades one path that met an opaque surface. */
  function shadeSurface(paths: Paths, hits: Hits, i: number, next: Paths, wave: Wave): void {
    const object = hits.object[i]!
    const t = hits.t[i]!
    const flags = paths.flags[i]!
    const isFirst = (flags & firstPath) !== 0
    const pixel = wave.pixel[vertex.sample]!
    vertex.dx = paths.dx[i]!
    vertex.dy = paths.dy[i]!
    vertex.dz = paths.dz[i]!
    vertex.x = paths.ox[i]! + vertex.dx * t
    vertex.y = paths.oy[i]! + vertex.dy * t
    vertex.z = paths.oz[i]! + vertex.dz * t
    vertex.nx = hits.nx[i]!
    vertex.ny = hits.ny[i]!
    vertex.nz = hits.nz[i]!
    vertex.red = paths.red[i]!
    vertex.green = paths.green[i]!
    vertex.blue = paths.blue[i]!
    vertex.depth = paths.depth[i]!
    vertex.hash = wave.hash[vertex.sample]!
    vertex.number = wave.number[vertex.sample]!
    vertex.isSoft = (flags & softPath) !== 0
    const isObject = object !== groundObject
    if (isObject) readers[object]!(surface, vertex.x, vertex.y, vertex.z, vertex.nx, vertex.ny, vertex.nz)
    else if (!standOnGround(isFirst, wave.gathered)) {
      if (isFirst) describe(pixel, paths.red[i]!, paths.green[i]!, paths.blue[i]!, 0, 1, 0, paths.travelled[i]! + t)
      if (isFirst && vertex.depth === 0) planes.object[pixel] = groundMark
      return
    }
    faceThePath(isObject)
    const around = paths.inside[i]!
    const medium = around >= 0 ? materials[around]!.glass : undefined
    if (medium) {
      vertex.red *= Math.exp(-medium.absorption[0] * t)
      vertex.green *= Math.exp(-medium.absorption[1] * t)
      vertex.blue *= Math.exp(-medium.absorption[2] * t)
    }
    const { color, emission } = surface
    if (isFirst) {
      const isMirror = surface.metalness > 0.5
      const r = paths.red[i]! * (isMirror ? 1 : color[0])
      const g = paths.green[i]! * (isMirror ? 1 : color[1])
      const b = paths.blue[i]! * (isMirror ? 1 : color[2])
      describe(pixel, r, g, b, vertex.nx, vertex.ny, vertex.nz, paths.travelled[i]! + t)
      if (vertex.depth === 0) planes.object[pixel] = isObject ? object : groundMark
    }
    if (emission[0] + emission[1] + emission[2] > 0) {
      gather(wave.gathered, vertex.red, vertex.green, vertex.blue, emission, vertex.isSoft ? softLimit / 2 : farAway)
    }
    if (vertex.depth >= (isFirst ? clearDepth : maximumDepth)) return
    applySurface(vertex, surface)
    lamplight.ask(vertex)
    if (vertex.depth < maximumDepth) scatter(vertex, paths, i, t, next)
  }

  /** A path that meets nothing ends in the sky. */
  function endInSky(paths: Paths, i: number, wave: Wave): void {
    const flags = paths.flags[i]!
    const isFirst = (flags & firstPath) !== 0
    const red = paths.red[i]!
    const green = paths.green[i]!
    const blue = paths.blue[i]!
    lookUp(paths.dx[i]!, paths.dy[i]!, paths.dz[i]!, isFirst)
    gather(wave.gathered, red, green, blue, sky, flags & softPath ? softLimit : farAway)
    if (!isFirst) return
    const pixel = wave.pixel[vertex.sample]!
    describe(pixel, red, green, blue, 0, 0, 0, skyDepth)
    if (paths.depth[i] === 0) planes.object[pixel] = skyMark
  }

  return (paths: Paths, hits: Hits, next: Paths, wave: Wave): void => {
    next.count = 0
    for (let i = 0; i < paths.count; i++) {
      const object = hits.object[i]!
      vertex.sample = paths.sample[i]!
      if (lamplight.meet(paths, i, hits.t[i]!, wave.gathered)) {
        if (paths.flags[i]! & firstPath) describe(wave.pixel[vertex.sample]!, 1, 1, 1, 0, 0, 0, paths.travelled[i]!)
      } else if (object === noObject) endInSky(paths, i, wave)
      else if (object >= 0 && materials[object]!.glass) {
        if (paths.depth[i] === 0) planes.object[wave.pixel[vertex.sample]!] = object
        shadeGlass(paths, hits, i, next, wave)
      } else shadeSurface(paths, hits, i, next, wave)
    }
  }
}
