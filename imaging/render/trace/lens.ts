// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Camera } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { firstPath, type Paths, sharpPath } from "./paths.ts"
import { firstOf, pairTurn, secondOf } from "./sampler.ts"

/** The camera's axes. */
export interface LensFrame {
  forward: Vector3
  right: Vector3
  up: Vector3
}

/** Axes of a camera that holds its head upright. */
export function frameOf({ position, target }: Camera): LensFrame {
  const to = [target[0] - position[0], target[1] - position[1], target[2] - position[2]] as const
  const size = Math.hypot(...to)
  const f: Vector3 = [to[0] / size, to[1] / size, to[2] / size]
  const flat = Math.hypot(f[0], f[2])
  const r: Vector3 = flat < 1e-6 ? [1, 0, 0] : [-f[2] / flat, 0, f[0] / flat]
  return { forward: f, right: r, up: [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]] }
}

/** Where a point of the scene appears: pixel coordinates and distance along the view. */
export function project(camera: Camera, width: number, height: number, p: Vector3): [number, number, number] {
  const { forward: f, right: r, up: u } = frameOf(camera)
  const x = p[0] - camera.position[0]
  const y = p[1] - camera.position[1]
  const z = p[2] - camera.position[2]
  const ahead = x * f[0] + y * f[1] + z * f[2]
  const half = Math.tan((camera.fov * Math.PI) / 360)
  const scale = Math.max(width, height) / 2 / half / ahead
  return [
    width / 2 + (x * r[0] + y * r[1] + z * r[2]) * scale,
    height / 2 - (x * u[0] + y * u[1] + z * u[2]) * scale,
    ahead,
  ]
}

/** Tent filter of one pixel's width to each side. */
const tent = (u: number): number => (u < 0.5 ? Math.sqrt(2 * u) - 1 : 1 - Math.sqrt(2 - 2 * u))

/** Starts paths for samples of pixels, through a thin lens. */
export function createLens(camera: Camera, width: number, height: number) {
  const { forward: f, right: r, up: u } = frameOf(camera)
  const half = Math.tan((camera.fov * Math.PI) / 360)
  const toPlane = (half * 2) / Math.max(width, height)
  const [px, py, pz] = camera.position
  const { aperture, focus } = camera
  /** Writes one path; `hash` belongs to the pixel, `s` counts its samples. */
  return (paths: Paths, i: number, x: number, y: number, hash: number, s: number): void => {
    const turn = pairTurn(hash, 0)
    const sx = (x + 0.5 + tent(firstOf(turn, 0, s)) * 0.8 - width / 2) * toPlane
    const sy = (height / 2 - y - 0.5 + tent(secondOf(turn, 0, s)) * 0.8) * toPlane
    let dx = f[0] + r[0] * sx + u[0] * sy
    let dy = f[1] + r[1] * sx + u[1] * sy
    let dz = f[2] + r[2] * sx + u[2] * sy
    let ox = px
    let oy = py
    let oz = pz
    if (aperture > 0) {
      const lensTurn = pairTurn(hash, 1)
      const radius = Math.sqrt(firstOf(lensTurn, 1, s)) * aperture
      const angle = secondOf(lensTurn, 1, s) * 2 * Math.PI
      const lx = radius * Math.cos(angle)
      const ly = radius * Math.sin(angle)
      const shiftX = r[0] * lx + u[0] * ly
      const shiftY = r[1] * lx + u[1] * ly
      const shiftZ = r[2] * lx + u[2] * ly
      dx -= shiftX / focus
      dy -= shiftY / focus
      dz -= shiftZ / focus
      ox += shiftX
      oy += shiftY
      oz += shiftZ
    }
    const size = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
    paths.ox[i] = ox
    paths.oy[i] = oy
    paths.oz[i] = oz
    paths.dx[i] = dx * size
    paths.dy[i] = dy * size
    paths.dz[i] = dz * size
    paths.red[i] = 1
    paths.green[i] = 1
    paths.blue[i] = 1
    paths.density[i] = 0
    paths.travelled[i] = 0
    paths.inside[i] = -1
    paths.insideToo[i] = -1
    paths.depth[i] = 0
    paths.flags[i] = sharpPath | firstPath
  }
}
