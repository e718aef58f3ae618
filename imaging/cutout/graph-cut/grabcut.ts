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
  let mask: Uint8Array = seeds.map((value) => Number(value >= seed.likelyObject))
  const isOpen = seeds.map((value) => Number(value !== seed.background && value !== seed.object))
  const grid = gridOf(view)
  for (let round = 0; round < rounds; round++) {
    const object = fitMixture(view, mask, 1, gaussiansPerSide)
    const background = fitMixture(view, mask, 0, gaussiansPerSide)
    if (object === undefined || background === undefined) return mask
    const backgroundCost = mixtureCost(view, background, isOpen)
    if (lean !== undefined) for (let p = 0; p < lean.length; p++) backgroundCost[p] = backgroundCost[p]! + lean[p]!
    mask = cut(grid, view, seeds, mixtureCost(view, object, isOpen), backgroundCost)
  }
  return mask
}

function openGrid(view: View): GridCut {
  const { width, height } = view
  const links = linkCosts(view)
  const grid = new GridCut(width, height)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      for (let d = 4; d < 8; d++) if (links[p * 4 + d - 4]! > 0) grid.setLink(x, y, d, links[p * 4 + d - 4]!)
    }
  }
  return grid
}

function cut(
  grid: GridCut,
  { width, height }: View,
  seeds: Uint8Array,
  objectCost: Float32Array,
  backgroundCost: Float32Array,
): Uint8Array {
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (seeds[p] === seed.background) grid.setTerminal(x, y, -certain)
      else if (seeds[p] === seed.object) grid.setTerminal(x, y, certain)
      else {
        const preference = Math.round(precision * (backgroundCost[p]! - objectCost[p]!))
        grid.setTerminal(x, y, Math.max(-certain, Math.min(certain, preference)))
      }
    }
  }
  return grid.solve()
}

/** One view is cut again and again, by other seeds: each cut begins with the flow of the one before. */
const known = new WeakMap<View, GridCut>()

function gridOf(view: View): GridCut {
  const grid = known.get(view) ?? openGrid(view)
  known.set(view, grid)
  return grid
}

/** Cost of cutting towards the four forward neighbours: high inside flat areas, low across edges. */
function linkCosts(view: View): Int32Array {
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
