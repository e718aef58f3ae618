// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { View } from "#imaging/pixels/view.ts"

/** Colour models of k Gaussians: for each the mean (3), the inverse covariance (6: xx xy xz yy yz zz) and a constant. */
export interface Mixture {
  count: number
  means: Float64Array
  inverses: Float64Array
  /** Log of weight over the square root of the determinant. */
  constants: Float64Array
}

const kMeansRounds = 6
/** Chroma counts 2.2 times as much as lightness, as in the gradient. */
const scale = [1, 2.2, 2.2] as const
/** Added to each variance, so a flat colour still has a width: about the noise of a phone camera after smoothing. */
const leastVariance = 0.35

/**
 * Fits k Gaussians to the colours of the pixels where `mask` equals `wanted`: k-means from evenly spread starts along
 * the lightness order (no random numbers: same picture, same answer), then one Gaussian per cluster, as in GrabCut.
 */
export function fitMixture(view: View, mask: Uint8Array, wanted: number, count: number): Mixture | undefined {
  const samples = takeSamples(view, mask, wanted)
  const size = samples.length / 3
  if (size < count * 4) return undefined
  const centres = startCentres(samples, count)
  const labels = new Uint8Array(size)
  for (let round = 0; round < kMeansRounds; round++) {
    assign(samples, centres, labels)
    recentre(samples, labels, centres)
  }
  return gaussians(samples, labels, count)
}

/** Negative log likelihood of the colour of every pixel, or of those alone that `isWanted`; 0 for the others. */
export function mixtureCost(view: View, mixture: Mixture, isWanted?: Uint8Array): Float32Array {
  const [l, a, b] = view.channels
  const { count, means, inverses, constants } = mixture
  const out = new Float32Array(l.length)
  for (let p = 0; p < out.length; p++) {
    if (isWanted?.[p] === 0) continue
    let best = Number.POSITIVE_INFINITY
    for (let k = 0; k < count; k++) {
      const x = l[p]! - means[k * 3]!
      const y = scale[1] * a[p]! - means[k * 3 + 1]!
      const z = scale[2] * b[p]! - means[k * 3 + 2]!
      const i = k * 6
      const square =
        x * (x * inverses[i]! + 2 * (y * inverses[i + 1]! + z * inverses[i + 2]!)) +
        y * (y * inverses[i + 3]! + 2 * z * inverses[i + 4]!) +
        z * z * inverses[i + 5]!
      const cost = 0.5 * square - constants[k]!
      if (cost < best) best = cost
    }
    out[p] = best
  }
  return out
}

function takeSamples(view: View, mask: Uint8Array, wanted: number): Float32Array {
  let total = 0
  for (let p = 0; p < mask.length; p++) if (mask[p] === wanted) total++
  const step = Math.max(1, Math.floor(total / 6000))
  const out: number[] = []
  for (let p = 0, seen = 0; p < mask.length; p++) {
    if (mask[p] !== wanted || seen++ % step !== 0) continue
    for (let c = 0; c < 3; c++) out.push(scale[c]! * view.channels[c]![p]!)
  }
  return Float32Array.from(out)
}

/** Starts at the sample nearest the mean, then always the one farthest from those chosen (Gonzalez, 1985). */
function startCentres(samples: Float32Array, count: number): Float64Array {
  const size = samples.length / 3
  const centres = new Float64Array(count * 3)
  for (let i = 0; i < samples.length; i++) centres[i % 3] = centres[i % 3]! + samples[i]! / size
  const nearest = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  for (let k = 1; k < count; k++) {
    let farthest = 0
    for (let i = 0; i < size; i++) {
      nearest[i] = Math.min(nearest[i]!, squaredDistance(samples, i, centres, k - 1))
      if (nearest[i]! > nearest[farthest]!) farthest = i
    }
    centres.set(samples.subarray(farthest * 3, farthest * 3 + 3), k * 3)
  }
  return centres
}

function squaredDistance(samples: Float32Array, i: number, centres: Float64Array, k: number): number {
  const x = samples[i * 3]! - centres[k * 3]!
  const y = samples[i * 3 + 1]! - centres[k * 3 + 1]!
  const z = samples[i * 3 + 2]! - centres[k * 3 + 2]!
  return x * x + y * y + z * z
}

function assign(samples: Float32Array, centres: Float64Array, labels: Uint8Array): void {
  for (let i = 0; i < labels.length; i++) {
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < centres.length / 3; k++) {
      const distance = squaredDistance(samples, i, centres, k)
      if (distance < least) {
        least = distance
        labels[i] = k
      }
    }
  }
}

function recentre(samples: Float32Array, labels: Uint8Array, centres: Float64Array): void {
  const sums = new Float64Array(centres.length)
  const counts = new Float64Array(centres.length / 3)
  for (let i = 0; i < labels.length; i++) {
    const k = labels[i]!
    counts[k] = counts[k]! + 1
    for (let c = 0; c < 3; c++) sums[k * 3 + c] = sums[k * 3 + c]! + samples[i * 3 + c]!
  }
  for (let i = 0; i < sums.length; i++) {
    const members = counts[Math.floor(i / 3)]!
    if (members > 0) centres[i] = sums[i]! / members
  }
}

function gaussians(samples: Float32Array, labels: Uint8Array, count: number): Mixture {
  const means = new Float64Array(count * 3)
  const covariances = new Float64Array(count * 6)
  const counts = new Float64Array(count)
  recentre(samples, labels, means)
  for (let i = 0; i < labels.length; i++) {
    const k = labels[i]!
    counts[k] = counts[k]! + 1
    const x = samples[i * 3]! - means[k * 3]!
    const y = samples[i * 3 + 1]! - means[k * 3 + 1]!
    const z = samples[i * 3 + 2]! - means[k * 3 + 2]!
    const products = [x * x, x * y, x * z, y * y, y * z, z * z]
    for (let j = 0; j < 6; j++) covariances[k * 6 + j] = covariances[k * 6 + j]! + products[j]!
  }
  const inverses = new Float64Array(count * 6)
  const constants = new Float64Array(count).fill(-1e6)
  for (let k = 0; k < count; k++) {
    const members = counts[k]!
    if (members === 0) continue
    const [xx, xy, xz, yy, yz, zz] = Array.from(covariances.subarray(k * 6, k * 6 + 6), (sum) => sum / members) as Six
    const determinant = invert(
      [xx + leastVariance, xy, xz, yy + leastVariance, yz, zz + leastVariance],
      inverses,
      k * 6,
    )
    constants[k] = Math.log(members / labels.length) - 0.5 * Math.log(determinant)
  }
  return { count, means, inverses, constants }
}

type Six = [number, number, number, number, number, number]

/** Writes the inverse of a symmetric 3x3 matrix. @returns its determinant */
function invert([a, b, c, d, e, f]: Six, out: Float64Array, at: number): number {
  const determinant = Math.max(1e-9, a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d))
  out[at] = (d * f - e * e) / determinant
  out[at + 1] = (c * e - b * f) / determinant
  out[at + 2] = (b * e - c * d) / determinant
  out[at + 3] = (a * f - c * c) / determinant
  out[at + 4] = (b * c - a * e) / determinant
  out[at + 5] = (a * d - b * b) / determinant
  return determinant
}
