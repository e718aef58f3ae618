// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { relit } from "./resolve.ts"

/** Error that the filter leaves, relative to the pixel's light, above which a pixel gets more samples. */
const tolerance = 0.02
/** Light below this is judged as if it were this bright: nobody sees noise in black. */
const darkness = 0.12

/**
 * Lists the pixels that stay noisy even after the filter (its variance planes say so) into `film.noisy`;
 * the order is the picture's. Smooth walls are left to the filter, glass and edges get the samples.
 */
export function mapNoise(film: Film): void {
  const p = film.planes
  const { width, height, stride, noisy } = film
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = planeIndex(film, x, y)
      const v = p.nextVariance
      const variance = (v[i]! * 2 + v[i - 1]! + v[i + 1]! + v[i - stride]! + v[i + stride]!) / 6
      const error =
        Math.sqrt(variance) * relit(1, 0.3 * p.albedoRed[i]! + 0.6 * p.albedoGreen[i]! + 0.1 * p.albedoBlue[i]!)
      const light = p.luminance[i]! / Math.max(1, p.samples[i]!)
      if (error > tolerance * (darkness + light)) noisy[++count] = y * width + x
    }
  }
  noisy[0] = count
}
