// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { View } from "#imaging/pixels/view.ts"
import { solveSymmetric } from "./linear-solve.ts"

/** A smooth guess of the empty background and how well the picture follows it. */
export interface Surface {
  /** The background's colour at every pixel, per channel. */
  channels: [Float32Array, Float32Array, Float32Array]
  /** Robust standard deviation of background pixels around the surface, per channel. */
  sigma: [number, number, number]
}

const rounds = 6
const terms = 10
const smallestSigma = [0.5, 0.3, 0.3] as const

/**
 * Fits a cubic polynomial in x and y to the background by iteratively reweighted least squares: the border band starts
 * with full weight, pixels the surface explains join, others fade (Cauchy weights; Holland and Welsch, 1977).
 * Follows vignettes and gradient sweeps, and ignores a product that touches the border.
 */
export function fitSurface(view: View): Surface {
  const { width, height } = view
  const band = borderBand(width, height)
  const weights = new Float32Array(width * height)
  const isBorder = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isIn = x < band || y < band || x >= width - band || y >= height - band
      isBorder[y * width + x] = isIn ? 1 : 0
      weights[y * width + x] = isIn ? 1 : 0
    }
  }
  let surface = fitOnce(view, weights, 6)
  for (let round = 1; round < rounds; round++) {
    reweigh(view, surface, isBorder, weights)
    surface = fitOnce(view, weights, round < 2 ? 6 : terms)
  }
  return surface
}

/** Width of the strip along the picture's edge that is taken for background: 3.5 % of the short side, 3 px or more. */
export function borderBand(width: number, height: number): number {
  return Math.max(3, Math.round(0.035 * Math.min(width, height)))
}

function fitOnce(view: View, weights: Float32Array, used: number): Surface {
  const { width, height } = view
  const normal = new Float64Array(used * used)
  const right = [new Float64Array(used), new Float64Array(used), new Float64Array(used)] as const
  const basis = new Float64Array(terms)
  const step = width * height > 20_000 ? 2 : 1
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const p = y * width + x
      const weight = weights[p]!
      if (weight === 0) continue
      fillBasis(basis, (2 * x) / width - 1, (2 * y) / height - 1)
      for (let i = 0; i < used; i++) {
        const weighted = weight * basis[i]!
        for (let j = 0; j <= i; j++) normal[i * used + j] = normal[i * used + j]! + weighted * basis[j]!
        for (let c = 0; c < 3; c++) right[c]![i] = right[c]![i]! + weighted * view.channels[c]![p]!
      }
    }
  }
  for (let i = 0; i < used; i++) {
    normal[i * used + i] = normal[i * used + i]! + (i < 1 ? 1e-6 : i < 3 ? 0.5 : i < 6 ? 4 : 12)
    for (let j = 0; j < i; j++) normal[j * used + i] = normal[i * used + j]!
  }
  const channels = right.map((side) => evaluate(solveSymmetric(normal, side), width, height))
  const surface = channels as [Float32Array, Float32Array, Float32Array]
  return { channels: surface, sigma: residualSigma(view, surface, weights) }
}

function evaluate(coefficients: Float64Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height)
  const basis = new Float64Array(terms)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      fillBasis(basis, (2 * x) / width - 1, (2 * y) / height - 1)
      let sum = 0
      for (let i = 0; i < coefficients.length; i++) sum += coefficients[i]! * basis[i]!
      out[y * width + x] = sum
    }
  }
  return out
}

function fillBasis(basis: Float64Array, x: number, y: number): void {
  basis[0] = 1
  basis[1] = x
  basis[2] = y
  basis[3] = x * x
  basis[4] = x * y
  basis[5] = y * y
  basis[6] = x * x * x
  basis[7] = y * y * y
  basis[8] = x * x * y
  basis[9] = x * y * y
}

function residualSigma(view: View, surface: Surface["channels"], weights: Float32Array): Surface["sigma"] {
  const residuals = new Float64Array(Math.ceil(weights.length / 3))
  const sigma = [0, 1, 2].map((c) => {
    let count = 0
    for (let i = 0; i < weights.length; i += 3) {
      if (weights[i]! > 0.2) residuals[count++] = Math.abs(view.channels[c]![i]! - surface[c]![i]!)
    }
    const sorted = residuals.subarray(0, count).sort()
    return Math.max(smallestSigma[c]!, 1.4826 * (sorted[sorted.length >> 1] ?? 0))
  })
  return sigma as Surface["sigma"]
}

function reweigh(view: View, surface: Surface, isBorder: Uint8Array, weights: Float32Array): void {
  for (let p = 0; p < weights.length; p++) {
    let squared = 0
    for (let c = 0; c < 3; c++) {
      const residual = (view.channels[c]![p]! - surface.channels[c]![p]!) / surface.sigma[c]!
      squared += residual * residual
    }
    if (isBorder[p] === 1) weights[p] = 1 / (1 + squared / 16)
    else weights[p] = squared < 14 ? 0.6 / (1 + squared / 6) : 0
  }
}
