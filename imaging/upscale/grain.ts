// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { mixBits } from "#imaging/render/trace/sampler.ts"

/**
 * Film grain at the picture's own pixels. A picture that was drawn small and enlarged would show coarse, soft grain, so
 * it is drawn without and gets it last. The same seed gives the same grain. Changes the picture in place.
 * @param strength as in a scene's grading: 0.012 is faint, 0.03 is plain to see
 */
export function addGrain({ width, height, channels, data }: Picture, strength: number, seed: number): void {
  if (strength === 0) return
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      const grey = (0.3 * data[at]! + 0.6 * data[at + 1]! + 0.1 * data[at + 2]!) / 255
      // Shadows carry more grain than highlights, as film does.
      const noise = grainAt(x, y, seed) * strength * 255 * (1.15 - grey)
      for (let c = 0; c < 3; c++) data[at + c] = Math.min(255, Math.max(0, Math.round(data[at + c]! + noise)))
    }
  }
}

/** -1 to 1; rounder than white noise, because neighbours share some of it. */
function grainAt(x: number, y: number, seed: number): number {
  return (2 * speckAt(x, y, seed) + speckAt(x + 1, y, seed) + speckAt(x, y + 1, seed)) / 2.6
}

function speckAt(x: number, y: number, seed: number): number {
  return (mixBits(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ seed) >>> 8) / 8388608 - 1
}
