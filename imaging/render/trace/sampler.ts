// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Samples per pixel that the table holds; sample numbers wrap beyond it. */
const sampleLimit = 256
const pairs = 24

/** Laine-Karras permutation in the constants of Burley, "Practical hash-based Owen scrambling" (JCGT 2020). */
function scramble(value: number, seed: number): number {
  let x = reverseBits(value)
  x = (x + seed) | 0
  x ^= Math.imul(x, 0x6c50b47c)
  x ^= Math.imul(x, 0xb82f1e52)
  x ^= Math.imul(x, 0xc7afe638)
  x ^= Math.imul(x, 0x8d22f6e6)
  return reverseBits(x)
}

function reverseBits(value: number): number {
  let x = value | 0
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1)
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2)
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4)
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8)
  return (x >>> 16) | (x << 16)
}

/** Second dimension of the Sobol sequence. */
function sobolSecond(index: number): number {
  let result = 0
  let direction = 0x80000000 | 0
  for (let i = index; i; i >>>= 1) {
    if (i & 1) result ^= direction
    direction ^= direction >>> 1
  }
  return result
}

/** Mixes the bits of a 32-bit integer. */
export function mixBits(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return x ^ (x >>> 16)
}

function bakeSamples(): Float32Array {
  const table = new Float32Array(pairs * sampleLimit * 2)
  for (let pair = 0; pair < pairs; pair++) {
    const seed = mixBits(pair * 0x9e3779b9 + 1)
    for (let s = 0; s < sampleLimit; s++) {
      // Shuffled inside ever larger powers of two, so every prefix stays well spread.
      const index = scramble(s, seed) & (sampleLimit - 1)
      const at = (pair * sampleLimit + s) * 2
      table[at] = (scramble(reverseBits(index), mixBits(seed + 1)) >>> 8) / 16777216
      table[at + 1] = (scramble(sobolSecond(index), mixBits(seed + 2)) >>> 8) / 16777216
    }
  }
  return table
}

const samples = bakeSamples()

/** Turns of a pair for one pixel: 16 bits per coordinate. */
export const pairTurn = (pixelHash: number, pair: number): number => mixBits(pixelHash + pair * 0x9e3779b9)

/** First number of a pair of sample `s`, well spread over the samples of a pixel. 0 ≤ pair < 24. */
export function firstOf(turn: number, pair: number, s: number): number {
  const u = samples[(pair * sampleLimit + (s & (sampleLimit - 1))) * 2]! + (turn & 0xffff) / 65536
  return u >= 1 ? u - 1 : u
}

/** Second number of the pair. */
export function secondOf(turn: number, pair: number, s: number): number {
  const u = samples[(pair * sampleLimit + (s & (sampleLimit - 1))) * 2 + 1]! + (turn >>> 16) / 65536
  return u >= 1 ? u - 1 : u
}
