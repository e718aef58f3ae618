import type { Rgb } from "#imaging/render/language/colours.ts"
import type { LightWord } from "#imaging/render/language/scenery-words.ts"
import { type RectLight, softbox } from "#imaging/render/scene/scene.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"

/** Lights people ask for, and the mixed light of a street at night, which keeps the colours of products. */
export type LightName = LightWord | "street"

/** Two tall strips behind a dark product that draw its outline, whatever the light is. */
export function rimLights(target: Vector3, power: number): RectLight[] {
  return [-1, 1].map((side) =>
    softbox([side * 3, target[1] * 0.5 + 2, -2.1], target, 0.45, 1.7, times(white, power * (side > 0 ? 7 : 5))),
  )
}

/** How a light fills a set. */
export interface Lighting {
  lights: RectLight[]
  /** Broad light from everywhere, radiance. */
  ambient: Rgb
  /** Gain of painted backgrounds. */
  backdrop: Rgb
  /** Gain of studio walls and floors: dark moods want dark sets. */
  setGain: number
  /** Gain before the tone curve: fixed per light, so that white things stay white and black ones black. */
  exposure: number
  /** True when leaf or window shadows suit it. */
  hasHardSun: boolean
}

const times = (c: Rgb, k: number): Rgb => [c[0] * k, c[1] * k, c[2] * k]
const warm: Rgb = [1, 0.74, 0.46]
const white: Rgb = [1, 0.97, 0.93]
const cool: Rgb = [0.68, 0.82, 1]

/**
 * Lights around a subject at `target`. Powers were set by eye on matte grey and amber glass, with the key 30 to 45
 * degrees up, a weak cool fill and a rim from behind (study of product photographs, reference chapter 5).
 * @param side where the key stands: -1 left, 1 right
 */
export function lightingOf(name: LightName, target: Vector3, side: number): Lighting {
  const at = (x: number, y: number, z: number): Vector3 => [x * side, y + target[1] * 0.5, z]
  const box = (from: Vector3, halfWidth: number, halfHeight: number, radiance: Rgb): RectLight =>
    softbox(from, target, halfWidth, halfHeight, radiance)
  const base = { hasHardSun: false, exposure: 1.12, setGain: 1 }
  switch (name) {
    case "golden":
      return {
        ...base,
        lights: [
          box(at(4.2, 3.1, 1.9), 0.26, 0.26, times(warm, 335)),
          box(at(-3.6, 2.6, 2.6), 1.7, 1.7, times([0.9, 0.86, 0.95], 1.5)),
          box(at(1.5, 4.4, -2.7), 1.2, 0.6, times([1, 0.66, 0.4], 9)),
        ],
        ambient: [0.33, 0.27, 0.24],
        backdrop: [1.08, 0.86, 0.66],
        exposure: 1.4,
        hasHardSun: true,
      }
    case "daylight":
      return {
        ...base,
        lights: [
          box(at(3.6, 4.6, 2.4), 0.32, 0.32, times([1, 0.94, 0.85], 165)),
          box(at(-3.6, 2.6, 2.2), 1.6, 1.6, times(cool, 1.5)),
        ],
        ambient: [0.56, 0.6, 0.66],
        backdrop: [1.05, 1.03, 1],
        hasHardSun: true,
      }
    case "harmattan":
      return {
        ...base,
        lights: [
          box(at(3.4, 4, 2.2), 1, 1, times([1, 0.86, 0.66], 15)),
          box(at(-3.6, 2.6, 2.2), 1.7, 1.7, times([1, 0.9, 0.78], 1.8)),
        ],
        ambient: [0.62, 0.54, 0.43],
        backdrop: [1.02, 0.93, 0.78],
        exposure: 1.06,
      }
    case "dramatic":
      return {
        ...base,
        lights: [
          box(at(2.7, 3.7, 0.7), 0.7, 0.9, times([1, 0.92, 0.82], 20)),
          box(at(-3.3, 2, -2.4), 0.4, 1.7, times([0.82, 0.9, 1], 15)),
          box(at(-2.6, 1.6, 3.4), 1, 1, times(white, 1)),
        ],
        ambient: [0.05, 0.05, 0.058],
        backdrop: [0.22, 0.21, 0.22],
        setGain: 0.2,
        exposure: 1.45,
      }
    case "neon":
      return {
        ...base,
        lights: [
          box(at(3.2, 2.2, 0.8), 0.5, 1.9, times([1, 0.1, 0.5], 17)),
          box(at(-3.2, 2.2, 0.8), 0.5, 1.9, times([0.06, 0.5, 1], 17)),
          box(at(0, 4.6, 1.8), 1.3, 0.8, times([0.8, 0.72, 1], 3.4)),
        ],
        ambient: [0.07, 0.055, 0.12],
        backdrop: [0.42, 0.34, 0.62],
        setGain: 0.34,
        exposure: 1.25,
      }
    case "street":
      return {
        ...base,
        lights: [
          box(at(2.6, 3.4, 3), 0.9, 0.9, times([1, 0.93, 0.86], 13)),
          box(at(3.2, 2, -2.2), 0.5, 1.7, times([1, 0.16, 0.52], 15)),
          box(at(-3.4, 2.2, -1.2), 0.5, 1.8, times([0.12, 0.5, 1], 15)),
        ],
        ambient: [0.1, 0.085, 0.13],
        backdrop: [0.5, 0.44, 0.62],
        exposure: 1.2,
        setGain: 0.4,
      }
    case "candlelight":
      return {
        ...base,
        lights: [
          box(at(2.6, 1.9, 2.2), 0.6, 0.6, times([1, 0.56, 0.24], 22)),
          box(at(-3, 1.4, 1.2), 0.7, 0.7, times([1, 0.48, 0.2], 6)),
          box(at(0.6, 4, -2.6), 1.1, 0.5, times([1, 0.6, 0.32], 6)),
        ],
        ambient: [0.13, 0.085, 0.055],
        backdrop: [0.52, 0.34, 0.2],
        setGain: 0.5,
        exposure: 1.25,
      }
    case "moonlight":
      return {
        ...base,
        lights: [
          box(at(3, 4.2, -1.2), 0.9, 0.9, times([0.5, 0.68, 1], 16)),
          box(at(-3.4, 2.4, 2.2), 1.2, 1.4, times([0.42, 0.56, 0.95], 2)),
          box(at(1.6, 2.2, 3.2), 0.9, 0.9, times([1, 0.82, 0.62], 1.8)),
        ],
        ambient: [0.07, 0.085, 0.14],
        backdrop: [0.2, 0.26, 0.42],
        setGain: 0.4,
        exposure: 1.3,
      }
    default:
      return {
        ...base,
        lights: [
          box(at(3.1, 4, 2.5), 1.35, 1.35, times(white, 9.6)),
          box(at(-3.7, 2.3, 1.7), 0.8, 1.8, times([0.93, 0.96, 1], 2.5)),
          box(at(-0.5, 4.8, -2.6), 1.6, 0.7, times(white, 5)),
        ],
        ambient: [0.56, 0.57, 0.58],
        backdrop: [1, 0.99, 0.98],
      }
  }
}
