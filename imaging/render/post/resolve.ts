// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, margin, planeIndex } from "#imaging/render/trace/film.ts"

/** Keeps dark albedos from blowing noise up when light and colour are taken apart. */
const albedoFloor = 0.02
/** A pixel may be this much brighter than the second brightest of its neighbours. */
const speckLimit = 1.2

/** Turns sums into means for the rows `from` to `to`; colour means go to the next planes. */
export function averageRows(film: Film, from: number, to: number): void {
  const p = film.planes
  for (let y = from; y < to; y++) {
    const row = planeIndex(film, 0, y)
    for (let i = row; i < row + film.width; i++) {
      const scale = 1 / Math.max(1, p.samples[i]!)
      p.nextRed[i] = p.red[i]! * scale
      p.nextGreen[i] = p.green[i]! * scale
      p.nextBlue[i] = p.blue[i]! * scale
      scaleFeatures(p, i, 1 / Math.max(1, p.described[i]!))
    }
  }
}

/** Turns means back into sums, so that more samples can be added. */
export function unaverageRows(film: Film, from: number, to: number): void {
  const p = film.planes
  for (let y = from; y < to; y++) {
    const row = planeIndex(film, 0, y)
    for (let i = row; i < row + film.width; i++) scaleFeatures(p, i, Math.max(1, p.described[i]!))
  }
}

function scaleFeatures(p: Film["planes"], i: number, scale: number): void {
  p.albedoRed[i]! *= scale
  p.albedoGreen[i]! *= scale
  p.albedoBlue[i]! *= scale
  p.normalX[i]! *= scale
  p.normalY[i]! *= scale
  p.normalZ[i]! *= scale
  p.depth[i]! *= scale
}

/** Marks the margins, so that filters give them no weight. Once per picture, by any thread. */
export function fenceMargins(film: Film): void {
  const { depth } = film.planes
  const { width, height, stride } = film
  for (let y = -margin; y < height + margin; y++) {
    for (let x = -margin; x < stride - margin; x++) {
      if (y < 0 || y >= height || x < 0 || x >= width) depth[planeIndex(film, x, y)] = 1e6
    }
  }
}

/**
 * Prepares rows for the filter: tames specks, takes the surface's own colour out of the light, and
 * estimates the variance of what remains. Reads neighbours, so all rows must be averaged before.
 */
export function separateRows(film: Film, from: number, to: number): void {
  const p = film.planes
  const { stride, width, height } = film
  const lightAt = (i: number): number => 0.3 * p.nextRed[i]! + 0.6 * p.nextGreen[i]! + 0.1 * p.nextBlue[i]!
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      const i = planeIndex(film, x, y)
      const own = lightAt(i)
      let first = 0
      let second = 0
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        for (let dy = -stride; dy <= stride; dy += stride) {
          for (let dx = -1; dx <= 1; dx++) {
            if (dx === 0 && dy === 0) continue
            const other = lightAt(i + dy + dx)
            if (other > first) {
              second = first
              first = other
            } else if (other > second) second = other
          }
        }
      } else second = own
      const limit = second * speckLimit + 0.01
      const tame = own > limit ? limit / own : 1
      const ar = p.albedoRed[i]! + albedoFloor
      const ag = p.albedoGreen[i]! + albedoFloor
      const ab = p.albedoBlue[i]! + albedoFloor
      p.workRed[i] = (p.nextRed[i]! * tame) / ar
      p.workGreen[i] = (p.nextGreen[i]! * tame) / ag
      p.workBlue[i] = (p.nextBlue[i]! * tame) / ab
      const n = Math.max(1, p.samples[i]!)
      const mean = p.luminance[i]! / n
      const albedo = 0.3 * ar + 0.6 * ag + 0.1 * ab
      const variance = Math.max(0, p.luminanceSquared[i]! / n - mean * mean) / Math.max(1, n - 1)
      p.workVariance[i] = (variance * tame * tame) / (albedo * albedo)
      p.slope[i] = Math.max(slopeOf(p.depth, i, 1), slopeOf(p.depth, i, stride))
    }
  }
}

/** The gentler of the two steps to the neighbours: an edge on one side does not count. */
function slopeOf(depth: Float32Array, i: number, step: number): number {
  return Math.min(Math.abs(depth[i]! - depth[i - step]!), Math.abs(depth[i + step]! - depth[i]!))
}

/** Light and colour put together again for a pixel, from the planes the filter left them in. */
export function relit(light: number, albedo: number): number {
  return light * (albedo + albedoFloor)
}
