// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Scene } from "#imaging/render/scene/scene.ts"
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { skyMark } from "#imaging/render/trace/shade.ts"
import { blurPlane } from "./blur.ts"
import { relit } from "./resolve.ts"

/** Where `measure` leaves the gain in the film's figures. */
const gainFigure = 0
/** Brightness that light on the set is brought to; a white product then ends just below paper white. */
const wantedLight = 0.86
/** Share of the way that is gone toward it: dark sets stay dark. */
const correction = 0.75
const smallestGain = 0.4
/** More would turn dark sets grey (study of the first engine). */
const largestGain = 2.5

/** Light that falls on the set, not what it reflects: black stays black and white stays white. */
function incidentGain(film: Film, subject: ReadonlySet<number>): number {
  const p = film.planes
  const lights: number[] = []
  for (let y = 0; y < film.height; y += 3) {
    for (let x = 0; x < film.width; x += 3) {
      const i = planeIndex(film, x, y)
      const object = p.object[i]!
      if (object === skyMark) continue
      const light = 0.3 * p.nextRed[i]! + 0.6 * p.nextGreen[i]! + 0.1 * p.nextBlue[i]!
      lights.push(light)
      // The product counts more than its surroundings.
      if (subject.has(object)) lights.push(light, light)
    }
  }
  if (lights.length < 20) return 1
  lights.sort((a, b) => a - b)
  const typical = lights[Math.floor(lights.length * 0.72)] ?? wantedLight
  return Math.min(largestGain, Math.max(smallestGain, (wantedLight / Math.max(0.01, typical)) ** correction))
}

/** Radiance of one pixel after the filter, written into `out`. */
export function readLight(film: Film, i: number, out: [number, number, number]): void {
  const p = film.planes
  out[0] = relit(p.nextRed[i]!, p.albedoRed[i]!)
  out[1] = relit(p.nextGreen[i]!, p.albedoGreen[i]!)
  out[2] = relit(p.nextBlue[i]!, p.albedoBlue[i]!)
}

/** Above this (after the gain) light spills over. */
const glowFrom = 0.85
const brightestGlow = 8

/** Bright places at a quarter of the size, spread: narrow for bloom, wide for the halo of film. */
function spreadGlow(film: Film, gain: number): void {
  const { glowWidth: w, glowHeight: h, glow, width, height } = film
  const light: [number, number, number] = [0, 0, 0]
  const narrow = glow.subarray(0, w * h * 3)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const sum = [0, 0, 0]
      for (let k = 0; k < 4; k++) {
        const px = Math.min(width - 1, x * 4 + 1 + (k & 1))
        const py = Math.min(height - 1, y * 4 + 1 + (k >> 1))
        readLight(film, planeIndex(film, px, py), light)
        const peak = Math.max(light[0], light[1], light[2]) * gain
        const share = peak > glowFrom ? ((peak - glowFrom) / peak) * gain * Math.min(1, brightestGlow / peak) : 0
        for (let c = 0; c < 3; c++) sum[c]! += light[c]! * share * 0.25
      }
      narrow.set(sum, (y * w + x) * 3)
    }
  }
  const radius = Math.max(1, Math.round(w / 56))
  const wide = glow.subarray(w * h * 3)
  wide.set(narrow)
  blurPlane(narrow, w, h, 3, radius)
  blurPlane(wide, w, h, 3, radius * 3)
}

/** Looks at the whole picture: how bright it is to be and where it glows. One part, after the filter. */
export function measure(film: Film, scene: Scene): void {
  const { exposure, brightness } = scene.grading
  const gain = (exposure === "auto" ? incidentGain(film, new Set(scene.subject)) : exposure) * brightness
  film.figures[gainFigure] = gain
  spreadGlow(film, gain)
}

/** Gain that `measure` found. */
export const gainOf = (film: Film): number => film.figures[gainFigure]!
