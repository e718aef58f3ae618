// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { View } from "#imaging/pixels/view.ts"
import { GridCut, neighbourSteps } from "./max-flow.ts"
import { fitMixture, mixtureCost } from "./mixture.ts"

/** What is known of a pixel before the cut. */
export const seed = { background: 0, likelyBackground: 1, likelyObject: 2, object: 3 } as const

/** Gaussians per side; 50 is the smoothness, both from the paper. */
const gaussiansPerSide = 5
const smoothness = 50
/** Whole-number capacities: costs times this. */
const precision = 16
/** Above any pixel's sum of links: a certain pixel never changes side. */
const certain = 9 * smoothness * precision
const chroma = 2.2

/**
 * GrabCut: colour models of object and background, then the cheapest cut between them, repeated so that both improve.
 * Rother, Kolmogorov and Blake, "GrabCut: Interactive Foreground Extraction using Iterated Graph Cuts", 2004.
 * @param seeds one of `seed` per pixel; certain pixels keep their side
 * @param lean what else speaks for the object (positive) or against it, per pixel, as a difference of log likelihoods
 * @returns 1 for object; the seeds' own guess when either side is too small for a colour model
 */
export function grabCut(view: View, seeds: Uint8Array, rounds: number, lean?: Float32Array): Uint8Array {
  let mask: Uint8Array = Uint8Array.from(seeds, (value) => (value >= seed.likelyObject ? 1 : 0))
  const links = linkCosts(view)
  for (let round = 0; round < rounds; round++) {
    const object = fitMixture(view, mask, 1, gaussiansPerSide)
    const background = fitMixture(view, mask, 0, gaussiansPerSide)
    if (object === undefined || background === undefined) return mask
    const backgroundCost = mixtureCost(view, background)
    if (lean !== undefined) for (let p = 0; p < lean.length; p++) backgroundCost[p] = backgroundCost[p]! + lean[p]!
    mask = cut(view, seeds, mixtureCost(view, object), backgroundCost, links)
  }
  return mask
}

function cut(
  view: View,
  seeds: Uint8Array,
  objectCost: Float32Array,
  backgroundCost: Float32Array,
  links: Int32Array,
): Uint8Array {
  const { width, height } = view
  const grid = new GridCut(width, height)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (seeds[p] === seed.background) grid.setTerminals(x, y, 0, certain)
      else if (seeds[p] === seed.object) grid.setTerminals(x, y, certain, 0)
      else {
        const preference = Math.round(precision * (backgroundCost[p]! - objectCost[p]!))
        grid.setTerminals(x, y, Math.max(0, Math.min(certain, preference)), Math.max(0, Math.min(certain, -preference)))
      }
      for (let d = 4; d < 8; d++) if (links[p * 4 + d - 4]! > 0) grid.setLink(x, y, d, links[p * 4 + d - 4]!)
    }
  }
  return grid.solve()
}

/** Taps cut one view again and again. */
const known = new WeakMap<View, Int32Array>()

/** Cost of cutting towards the four forward neighbours: high inside flat areas, low across edges. */
function linkCosts(view: View): Int32Array {
  const links = known.get(view) ?? workOutLinks(view)
  known.set(view, links)
  return links
}

function workOutLinks(view: View): Int32Array {
  const { width, height } = view
  const squared = new Float32Array(width * height * 4).fill(-1)
  let sum = 0
  let count = 0
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      for (let d = 4; d < 8; d++) {
        const [dx, dy] = neighbourSteps[d]!
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue
        const q = p + dy * width + dx
        let distance = 0
        for (let c = 0; c < 3; c++) {
          const difference = (c === 0 ? 1 : chroma) * (view.channels[c]![p]! - view.channels[c]![q]!)
          distance += difference * difference
        }
        squared[p * 4 + d - 4] = distance
        sum += distance
        count++
      }
    }
  }
  const beta = count / (2 * sum + 1e-9)
  const out = new Int32Array(squared.length)
  for (let i = 0; i < out.length; i++) {
    if (squared[i]! < 0) continue
    const isDiagonal = i % 4 === 1 || i % 4 === 3
    const cost = (smoothness * Math.exp(-beta * squared[i]!)) / (isDiagonal ? Math.SQRT2 : 1)
    out[i] = Math.max(1, Math.round(precision * cost))
  }
  return out
}
