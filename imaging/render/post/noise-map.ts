// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"

/** Relative error of a pixel's light above which it gets more samples. */
const tolerance = 0.055
/** Light below this is judged as if it were this bright: nobody sees noise in black. */
const darkness = 0.12

/** Lists the pixels whose neighbourhood is still noisy into `film.noisy`; the order is the picture's. */
export function mapNoise(film: Film): void {
  const { luminance, luminanceSquared, samples } = film.planes
  const { width, height, stride, noisy } = film
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const center = planeIndex(film, x, y)
      // The variance of a few samples is a rough guess: the mean of five pixels is a better one.
      let variance = 0
      let mean = 0
      for (let k = 0; k < 5; k++) {
        const i = center + (k === 1 ? 1 : k === 2 ? -1 : k === 3 ? stride : k === 4 ? -stride : 0)
        const n = samples[i]!
        if (n === 0) continue
        const m = luminance[i]! / n
        mean += m
        variance += Math.max(0, luminanceSquared[i]! / n - m * m) / n
      }
      if (Math.sqrt(variance / 5) > tolerance * (darkness + mean / 5)) noisy[++count] = y * width + x
    }
  }
  noisy[0] = count
}
