// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { fractalTable, smoothStep } from "#imaging/render/trace/noise.ts"
import { groundMark, skyDepth } from "#imaging/render/trace/shade.ts"
import type { ColorPlanes } from "./kuwahara.ts"

/** Colour of the pen, 0 to 255. */
const ink = [66, 46, 42] as const

/** Strength of the outline at a pixel, 0 to 1: where another thing begins, or a surface turns sharply. */
function outlineAt(film: Film, i: number, reach: number): number {
  const p = film.planes
  let strength = 0
  for (const step of [reach, reach * film.stride]) {
    const a = i - step
    const b = i + step
    const isThing = p.object[a]! < groundMark || p.object[b]! < groundMark
    if (!isThing) continue
    if (p.object[a] !== p.object[b]) strength = 1
    const near = Math.min(p.depth[a]!, p.depth[b]!)
    if (near > skyDepth / 2) continue
    strength = Math.max(strength, Math.min(1, Math.abs(p.depth[a]! - p.depth[b]!) / (near * 0.03 + 0.02) - 0.7))
    const turn =
      (p.normalX[a]! - p.normalX[b]!) ** 2 + (p.normalY[a]! - p.normalY[b]!) ** 2 + (p.normalZ[a]! - p.normalZ[b]!) ** 2
    strength = Math.max(strength, Math.min(0.8, turn - 0.5))
  }
  return Math.max(0, strength)
}

/** Mean of the outline over a pixel and its neighbours: pens have no stairs. */
function softOutlineAt(film: Film, x: number, y: number, reach: number): number {
  let sum = 0
  let weights = 0
  for (let j = -1; j <= 1; j++) {
    for (let k = -1; k <= 1; k++) {
      const px = x + k
      const py = y + j
      if (px < reach || py < reach || px >= film.width - reach || py >= film.height - reach) continue
      const weight = (2 - Math.abs(j)) * (2 - Math.abs(k))
      sum += outlineAt(film, planeIndex(film, px, py), reach) * weight
      weights += weight
    }
  }
  return weights > 0 ? sum / weights : 0
}

/**
 * Watercolour for rows: painted areas, pigment that gathers at their edges, washes, paper and pen.
 * `painted` and `source` must not be `target`.
 */
export function watercolourRows(
  film: Film,
  from: number,
  to: number,
  painted: ColorPlanes,
  target: ColorPlanes,
  seed: number,
): void {
  const grainTable = fractalTable(5, 1)
  const washTable = fractalTable(5, 2)
  const { width, height, planes } = film
  const size = 1024 / Math.max(width, height)
  const reach = Math.max(1, Math.round(Math.max(width, height) / 900))
  const [red, green, blue] = painted.map((name) => planes[name]) as [Float32Array, Float32Array, Float32Array]
  const targets = target.map((name) => planes[name])
  const shift = (seed % 97) * 1.37
  const edge = Math.max(2, Math.round(Math.max(width, height) / 170))
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      const i = planeIndex(film, x, y)
      const u = x * size
      const v = y * size
      const fiber = grainTable.at(u * 0.09 + shift, v * 0.09)
      const fine = grainTable.at(u * 0.43 + 5, v * 0.43 + shift)
      const wash = washTable.at(u * 0.0062 + shift, v * 0.0062 + 3)
      const paper = 0.95 + 0.075 * fiber + 0.03 * (fine - 0.5)
      // Pigment settles where the colour changes: darker than the mean around it.
      const x0 = Math.max(0, x - edge)
      const x1 = Math.min(width - 1, x + edge)
      const y0 = Math.max(0, y - edge)
      const y1 = Math.min(height - 1, y + edge)
      const around =
        (green[planeIndex(film, x0, y)]! +
          green[planeIndex(film, x1, y)]! +
          green[planeIndex(film, x, y0)]! +
          green[planeIndex(film, x, y1)]!) /
        4
      const settled = Math.max(-12, Math.min(12, (green[i]! - around) * 0.35))
      const line =
        softOutlineAt(film, x, y, reach) * (0.35 + 0.45 * smoothStep(0.3, 0.7, wash)) * (0.75 + 0.5 * (fine - 0.5))
      const grey = 0.3 * red[i]! + 0.6 * green[i]! + 0.1 * blue[i]!
      const own = [red[i]!, green[i]!, blue[i]!]
      for (let c = 0; c < 3; c++) {
        // Brighter and cleaner than the photo, shadows toward blue.
        const clean = grey + (own[c]! - grey) * 1.28
        const lit = 255 - (255 - clean) * 0.9 + (255 - grey) * [0, 0.012, 0.05][c]!
        const value = (lit + settled) * paper * (0.95 + 0.1 * wash) + 4
        targets[c]![i] = value + (ink[c]! - value) * Math.min(0.85, line)
      }
    }
  }
}

/**
 * Joins two pictures along a torn edge from top to bottom: `left` and `right` of it, with the white core of
 * the paper showing between.
 */
export function tearRows(
  film: Film,
  from: number,
  to: number,
  left: ColorPlanes,
  right: ColorPlanes,
  target: ColorPlanes,
  seed: number,
): void {
  const table = fractalTable(5, 3)
  const { width, height, planes } = film
  const core = Math.max(2, width / 160)
  for (let y = from; y < to; y++) {
    const t = y / height
    const middle = width * (0.52 + (table.at(t * 3.1 + seed * 0.37, 1.7) - 0.5) * 0.34 - (t - 0.5) * 0.14)
    const ragged = (table.at(t * 40 + seed, 9.1) - 0.5) * core * 3
    for (let x = 0; x < width; x++) {
      const i = planeIndex(film, x, y)
      const away = x - middle - ragged
      const fiber = (table.at(x * 0.11, y * 0.11) - 0.5) * core
      const share = smoothStep(-1, 1, away)
      const isCore = smoothStep(core * 1.1, core * 0.7, Math.abs(away + core * 0.8 + fiber))
      // The torn sheet lies on top and throws a little shadow to the right.
      const shadow = away > 0 ? 1 - 0.28 * Math.exp(-away / (core * 2.2)) : 1
      for (let c = 0; c < 3; c++) {
        const value = planes[left[c]!][i]! * (1 - share) + planes[right[c]!][i]! * share * shadow
        planes[target[c]!][i] = value + (248 - value) * isCore * 0.92
      }
    }
  }
}
