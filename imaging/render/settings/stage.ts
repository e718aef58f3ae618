import type { Rgb } from "#imaging/render/language/colours.ts"
import type { Look } from "#imaging/render/language/reading.ts"
import type { Ground, Material, SceneObject, Sky } from "#imaging/render/scene/scene.ts"
import type { LightName } from "./lights.ts"
import type { Palette } from "./palette.ts"

/** What a place needs to know to build itself around a subject of about 2 units. */
export interface StageRequest {
  palette: Palette
  light: LightName
  /** How the place was described ("pink studio"). */
  look: Look | null
  /** Material of the floor or table when the prompt names a surface. */
  floor: Material | null
  /** Sun side: -1 left, 1 right. */
  side: number
  random: () => number
}

/** Everything around the subject but props, stand and lights. */
export interface Stage {
  ground: Ground
  /** Painted background: radiance by direction, before the light's tint. */
  paint: Sky
  /** Things of the place itself (a wall of cloth, a shelf). */
  objects: SceneObject[]
  /** Highest the lens may stand, radians above the horizon, so that the painting shows. */
  horizon?: number
  /** Share of the painted background that lights the set; indoor places need less. */
  ambient: number
}

/** Builds one place. */
export type Place = (request: StageRequest) => Stage

/** Half a unit of a painted wall is about half of what a product lens sees, from the middle to the side. */
const zoom = 2.1

/** Coordinates on a painted wall straight ahead, horizon at 0: the frame shows about -0.5 to 0.5 across, up to 0.4 high. */
export function wallOf(x: number, y: number, z: number): [number, number] {
  const ahead = Math.max(1e-3, Math.abs(z))
  return [(x / ahead) * zoom, (y / ahead) * zoom]
}

/** Adds colour times amount. */
export function addTo(out: [number, number, number], color: Rgb, amount: number): void {
  out[0] += color[0] * amount
  out[1] += color[1] * amount
  out[2] += color[2] * amount
}

/** Mixes toward a colour. */
export function blendTo(out: [number, number, number], color: Rgb, share: number): void {
  out[0] += (color[0] - out[0]) * share
  out[1] += (color[1] - out[1]) * share
  out[2] += (color[2] - out[2]) * share
}

/** A soft-edged rectangle, 1 inside; coordinates and half sizes in the same unit. */
export function softBox(x: number, y: number, cx: number, cy: number, hw: number, hh: number, blur: number): number {
  const edge = (d: number, half: number): number => {
    const t = Math.min(1, Math.max(0, (half + blur - Math.abs(d)) / (2 * blur)))
    return t * t * (3 - 2 * t)
  }
  return edge(x - cx, hw) * edge(y - cy, hh)
}

/** Out-of-focus light: a disc a little brighter at its rim. */
export interface Blob {
  x: number
  y: number
  radius: number
  color: Rgb
  power: number
}

/** Paints all discs that contain the place. */
export function addBlobs(out: [number, number, number], blobs: readonly Blob[], gx: number, gy: number): void {
  for (const blob of blobs) {
    const r = Math.hypot(gx - blob.x, gy - blob.y) / blob.radius
    if (r > 1.2) continue
    const t = Math.min(1, Math.max(0, (1.12 - r) / 0.24))
    addTo(out, blob.color, blob.power * t * t * (3 - 2 * t) * (0.6 + 0.4 * r))
  }
}
