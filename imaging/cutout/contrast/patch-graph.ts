// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Superpixels } from "./superpixels.ts"

/** Who touches whom among patches, as one list of edges sorted by their first patch. Border patches all touch. */
export interface PatchGraph {
  count: number
  /** Edges of patch i are numbers start[i] to start[i + 1] - 1. */
  start: Int32Array
  to: Int32Array
  /** Colour distance of each edge. */
  colour: Float64Array
  /** The same with small differences (the lowest fifth, noise) taken as none: what a path pays. */
  step: Float64Array
  isBorder: Uint8Array
  colourDistance(i: number, j: number): number
}

/** The neighbourhood graph of patches. */
export function patchGraph(patches: Superpixels, width: number, height: number): PatchGraph {
  const { count, labels, centres } = patches
  const isBorder = new Uint8Array(count)
  const isEdge = new Uint8Array(count * count)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const here = labels[p]!
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isBorder[here] = 1
      if (x < width - 1) connect(isEdge, count, here, labels[p + 1]!)
      if (y < height - 1) connect(isEdge, count, here, labels[p + width]!)
    }
  }
  const colourDistance = (i: number, j: number): number =>
    Math.hypot(
      centres[i * 5]! - centres[j * 5]!,
      centres[i * 5 + 1]! - centres[j * 5 + 1]!,
      centres[i * 5 + 2]! - centres[j * 5 + 2]!,
    )
  const noise = noiseDistance(isEdge, count, isBorder, colourDistance)
  const start = new Int32Array(count + 1)
  const to: number[] = []
  const colour: number[] = []
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (i === j || (isEdge[i * count + j] === 0 && (isBorder[i] === 0 || isBorder[j] === 0))) continue
      to.push(j)
      colour.push(colourDistance(i, j))
    }
    start[i + 1] = to.length
  }
  return {
    count,
    start,
    to: Int32Array.from(to),
    colour: Float64Array.from(colour),
    step: Float64Array.from(colour, (distance) => Math.max(0, distance - noise)),
    isBorder,
    colourDistance,
  }
}

function connect(isEdge: Uint8Array, count: number, i: number, j: number): void {
  if (i === j) return
  isEdge[i * count + j] = 1
  isEdge[j * count + i] = 1
}

function noiseDistance(
  isEdge: Uint8Array,
  count: number,
  isBorder: Uint8Array,
  colourDistance: (i: number, j: number) => number,
): number {
  const distances: number[] = []
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      if (isEdge[i * count + j] === 1 && !(isBorder[i] === 1 && isBorder[j] === 1)) distances.push(colourDistance(i, j))
    }
  }
  distances.sort((a, b) => a - b)
  return distances[Math.floor(distances.length * 0.2)] ?? 0
}
