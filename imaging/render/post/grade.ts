// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Scene } from "#imaging/render/scene/scene.ts"
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { mixBits } from "#imaging/render/trace/sampler.ts"
import { gainOf, readLight } from "./measure.ts"
import { displayTable, toDisplay, toneFilm, toneNeutral } from "./tone.ts"

/** Reads the spread glow at a pixel into `out`; `layer` 0 is narrow, 1 is wide. */
function glowAt(film: Film, layer: 0 | 1, x: number, y: number, out: [number, number, number]): void {
  const { glow, glowWidth: w, glowHeight: h } = film
  const sx = Math.max(0, Math.min(w - 1, (x + 0.5) / 4 - 0.5))
  const sy = Math.max(0, Math.min(h - 1, (y + 0.5) / 4 - 0.5))
  const x0 = sx | 0
  const y0 = sy | 0
  const u = sx - x0
  const v = sy - y0
  const x1 = Math.min(w - 1, x0 + 1)
  const y1 = Math.min(h - 1, y0 + 1)
  const base = layer * w * h
  const a = (base + y0 * w + x0) * 3
  const b = (base + y0 * w + x1) * 3
  const c = (base + y1 * w + x0) * 3
  const d = (base + y1 * w + x1) * 3
  for (let k = 0; k < 3; k++) {
    const top = glow[a + k]! + (glow[b + k]! - glow[a + k]!) * u
    const low = glow[c + k]! + (glow[d + k]! - glow[c + k]!) * u
    out[k] = top + (low - top) * v
  }
}

/** How much of the halo that light leaves on film (cinestill) reaches red, green and blue. */
const halo = [1.5, 0.34, 0.12] as const
/** Black of cinema film is not black. */
const filmBase = [0.018, 0.024, 0.04] as const

/** Grain of a pixel, -1 to 1, rounder than white noise: own value and a little of the neighbours'. */
function grainAt(x: number, y: number, seed: number): number {
  const at = (i: number, j: number): number =>
    (mixBits(Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ seed) >>> 8) / 8388608 - 1
  return (at(x, y) * 2 + at(x + 1, y) + at(x, y + 1)) / 2.6
}

/**
 * Light to display colours for rows, into the planes red, green and blue (0 to 255, not rounded).
 * Reads gain and glow that `measure` left.
 */
export function gradeRows(film: Film, scene: Scene, from: number, to: number): void {
  const { bloom, vignette, grain, saturation, contrast } = scene.grading
  const isFilm = scene.look === "cinestill"
  const gain = gainOf(film)
  const table = displayTable(contrast)
  const { red, green, blue } = film.planes
  const c: [number, number, number] = [0, 0, 0]
  const glow: [number, number, number] = [0, 0, 0]
  const wide: [number, number, number] = [0, 0, 0]
  for (let y = from; y < to; y++) {
    for (let x = 0; x < film.width; x++) {
      const i = planeIndex(film, x, y)
      readLight(film, i, c)
      glowAt(film, 0, x, y, glow)
      const u = (x / film.width - 0.5) * 2
      const v = (y / film.height - 0.5) * 2
      const shade = 1 - vignette * Math.min(1, (u * u + v * v) * 0.5) ** 1.3
      for (let k = 0; k < 3; k++) c[k] = (c[k]! * gain + glow[k]! * bloom * 4) * shade
      if (isFilm) {
        glowAt(film, 1, x, y, wide)
        const light = wide[0] * 0.3 + wide[1] * 0.5 + wide[2] * 0.2
        for (let k = 0; k < 3; k++) c[k] = toneFilm((c[k]! + light * halo[k]!) * 0.72)
        c[0] = c[0] * 0.97 + filmBase[0] * (1 - c[0])
        c[1] = c[1] * 0.96 + filmBase[1] * (1 - c[1])
        c[2] = c[2] * 0.93 + filmBase[2] * (1 - c[2])
      } else toneNeutral(c)
      const grey = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2]
      const noise = grain === 0 ? 0 : grainAt(x, y, scene.seed) * grain * 255 * (1.15 - grey)
      for (let k = 0; k < 3; k++) c[k] = toDisplay(table, grey + (c[k]! - grey) * saturation) + noise
      red[i] = c[0]
      green[i] = c[1]
      blue[i] = c[2]
    }
  }
}

/** Rounds the planes red, green and blue into the film's output. */
export function outputRows(film: Film, from: number, to: number): void {
  const { red, green, blue } = film.planes
  const { output } = film
  const byte = (v: number): number => (v <= 0 ? 0 : v >= 255 ? 255 : (v + 0.5) | 0)
  for (let y = from; y < to; y++) {
    let o = y * film.width * 3
    const row = planeIndex(film, 0, y)
    for (let i = row; i < row + film.width; i++) {
      output[o++] = byte(red[i]!)
      output[o++] = byte(green[i]!)
      output[o++] = byte(blue[i]!)
    }
  }
}
