// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { View } from "#imaging/pixels/view.ts"
import { conjugateGradient } from "./conjugate-gradient.ts"
import { type PatchGraph, patchGraph } from "./patch-graph.ts"
import type { Superpixels } from "./superpixels.ts"
import { findSuperpixels } from "./superpixels.ts"

/** About 320 patches: 440 px pictures then have patches of some 25 px, smaller than most product parts. */
const wantedPatches = 320
/** Colour distance that still counts as "the same", in our Oklab-times-100 units with doubled chroma. */
const colourReach = 10

/**
 * How much every pixel stands out, 0 to 1. A patch whose colour region touches much of the border is background; the
 * others are ranked by their contrast to background, and one quadratic optimisation makes the answer smooth.
 * Zhu et al., "Saliency Optimization from Robust Background Detection", CVPR 2014.
 */
export function findSaliency(view: View): Float32Array {
  const patches = findSuperpixels(view, wantedPatches)
  const graph = patchGraph(patches, view.width, view.height)
  const background = backgroundWeights(graph)
  const contrast = backgroundContrast(patches, graph, background, Math.hypot(view.width, view.height))
  const values = optimise(graph, background, contrast)
  const lowest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const highest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const out = new Float32Array(patches.labels.length)
  for (let i = 0; i < out.length; i++) out[i] = (values[patches.labels[i]!]! - lowest) / (highest - lowest + 1e-9)
  return out
}

/** Boundary connectivity of each patch, as a probability of being background. */
function backgroundWeights(graph: PatchGraph): Float64Array {
  const out = new Float64Array(graph.count)
  for (let from = 0; from < graph.count; from++) {
    const distance = shortestPaths(graph, from)
    let area = 0
    let border = 0
    for (let to = 0; to < graph.count; to++) {
      const similarity = Math.exp(-(distance[to]! ** 2) / (2 * colourReach * colourReach))
      area += similarity
      if (graph.isBorder[to] === 1) border += similarity
    }
    const connectivity = border / Math.sqrt(area)
    out[from] = 1 - Math.exp(-(connectivity ** 2) / 2)
  }
  return out
}

/** Dijkstra without a heap: with a few hundred patches a scan for the nearest one is faster than keeping a heap. */
function shortestPaths(graph: PatchGraph, from: number): Float64Array {
  const distance = new Float64Array(graph.count).fill(1e9)
  const isDone = new Uint8Array(graph.count)
  distance[from] = 0
  for (;;) {
    let nearest = -1
    // beyond four reaches a patch's similarity is nothing
    let least = 4 * colourReach
    for (let i = 0; i < graph.count; i++) {
      if (isDone[i] === 0 && distance[i]! < least) {
        least = distance[i]!
        nearest = i
      }
    }
    if (nearest < 0) return distance
    isDone[nearest] = 1
    for (let e = graph.start[nearest]!; e < graph.start[nearest + 1]!; e++) {
      const to = graph.to[e]!
      const through = least + graph.step[e]!
      if (through < distance[to]!) distance[to] = through
    }
  }
}

function backgroundContrast(
  patches: Superpixels,
  graph: PatchGraph,
  background: Float64Array,
  diagonal: number,
): Float64Array {
  const { centres } = patches
  const out = new Float64Array(graph.count)
  for (let i = 0; i < graph.count; i++) {
    let sum = 0
    for (let j = 0; j < graph.count; j++) {
      const place = Math.hypot(centres[i * 5 + 3]! - centres[j * 5 + 3]!, centres[i * 5 + 4]! - centres[j * 5 + 4]!)
      const near = Math.exp(-((place / diagonal) ** 2) / (2 * 0.25 * 0.25))
      sum += graph.colourDistance(i, j) * near * background[j]!
    }
    out[i] = sum
  }
  const highest = out.reduce((most, value) => Math.max(most, value), 1e-9)
  return out.map((value) => value / highest)
}

/** Minimises  background·s² + contrast·(s − 1)² + Σ similarity·(sᵢ − sⱼ)². */
function optimise(graph: PatchGraph, background: Float64Array, contrast: Float64Array): Float64Array {
  const links = Float64Array.from(graph.colour, (d) => Math.exp(-(d ** 2) / (2 * colourReach * colourReach)) + 0.1)
  const diagonal = Float64Array.from(background, (weight, i) => weight + contrast[i]!)
  for (let i = 0; i < graph.count; i++) {
    for (let e = graph.start[i]!; e < graph.start[i + 1]!; e++) diagonal[i] = diagonal[i]! + links[e]!
  }
  const multiply = (vector: Float64Array): Float64Array => {
    const out = new Float64Array(graph.count)
    for (let i = 0; i < graph.count; i++) {
      let sum = diagonal[i]! * vector[i]!
      for (let e = graph.start[i]!; e < graph.start[i + 1]!; e++) sum -= links[e]! * vector[graph.to[e]!]!
      out[i] = sum
    }
    return out
  }
  return conjugateGradient(multiply, contrast, 80)
}
