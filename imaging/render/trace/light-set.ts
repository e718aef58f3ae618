// biome-ignore-all lint/style/noNonNullAssertion: indexes inside bounds
import type { RectLight, Scene } from "#imaging/render/scene/scene.ts"

const luminance = ([r, g, b]: readonly [number, number, number]): number => 0.3 * r + 0.6 * g + 0.1 * b

/** A lamp with what sampling needs worked out. */
export interface Lamp extends RectLight {
  readonly nx: number
  readonly ny: number
  readonly nz: number
  readonly area: number
  /** 1 / squared length of the half edges. */
  readonly inverseU: number
  readonly inverseV: number
  /** Chance to be the one asked where only one is; by power over squared distance to the target. */
  readonly chance: number
}

/** Lamps with their chances; at least one light is needed. */
export function prepareLamps(scene: Scene): Lamp[] {
  const target = scene.camera.target
  const lamps = scene.lights.map((light) => {
    const [a, b, c] = light.halfU
    const [d, e, f] = light.halfV
    const n = [b * f - c * e, c * d - a * f, a * e - b * d] as const
    const size = Math.hypot(...n)
    const away = Math.hypot(...light.center.map((v, i) => v - target[i]!))
    return {
      ...light,
      nx: n[0] / size,
      ny: n[1] / size,
      nz: n[2] / size,
      area: 4 * size,
      inverseU: 1 / (a * a + b * b + c * c),
      inverseV: 1 / (d * d + e * e + f * f),
      chance: (luminance(light.radiance) * size) / (away * away),
    }
  })
  const sum = lamps.reduce((total, lamp) => total + lamp.chance, 0)
  // No lamp is left without a chance, or its light would be lost.
  const floor = 0.3 / lamps.length
  return lamps.map((lamp) => ({ ...lamp, chance: 0.7 * (lamp.chance / sum) + floor }))
}

/** Softens the edge of a lamp seen in mirrors: share of its radiance at (u, v) in -1 to 1. */
export function edgeSoftness(u: number, v: number): number {
  const edge = 1 - Math.max(Math.abs(u), Math.abs(v))
  return Math.min(1, edge * 8) * 0.85 + 0.15
}
