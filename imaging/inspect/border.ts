// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { abruptEdges } from "#imaging/cutout/contrast/abrupt-edges.ts"
import type { Scene } from "#imaging/cutout/contrast/scene.ts"
import { fitMixture, type Mixture, mixtureCost } from "#imaging/cutout/graph-cut/mixture.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { View } from "#imaging/pixels/view.ts"

/** Width of the bands that show what the ground looks like, as a share of the short side. */
const band = 0.08
/** Lines inside the edge whose mean is judged: the outermost two suffer from smoothing. */
const [firstLine, lastLine] = [2, 5]
/** Gaussians for the ground, and for the product. */
const gaussians = 5
/** How much brighter a shadow's colours are tried: a shadow on the ground is no product. */
const shades = [1, 1.12, 1.25, 1.4, 1.6]
/** Costs above what one pixel of the ground in a hundred has, plus this, are strange there. */
const beyond = 2
/** Pixels of ordinary colour that do not end a stretch. */
const longestGap = 3

/**
 * When a strange stretch is product. Of 70 practice photos cut at the left or right, seen: 0.06 of the side and more, with
 * a quarter of it before the mask or with an abrupt edge at both ends, on 64. On 34 whole ones: 0.02, or no mask and no
 * edges, but for a stripe of wallpaper, which the colours of the product tell from it.
 */
const limits = { length: 0.04, beforeMask: 0.25 }

/** How deep before a stretch the mask is looked for (share of the short side), and how close it must come (pixels). */
const before = { depth: 0.04, within: 3 }

/** One side of the picture, walked along. */
interface Side {
  length: number
  /** The pixel `depth` inside the edge. */
  at(along: number, depth: number): number
}

interface Stretch {
  start: number
  end: number
  /** How unlike the other sides each place along the side is. */
  costs: Float32Array
}

/**
 * Whether the product runs out of the picture, from what the border looks like and not from the mask alone: a
 * segmentation takes the border for background and often keeps off it. Each side is compared with the other three; a
 * stretch of colours that they do not have, even in more light, is product when the mask lies before it, or when it has
 * the product's colours and begins and ends at an abrupt edge.
 */
export function runsOut(mask: Uint8Array, scene: Scene): boolean {
  const { view } = scene
  const { width, height } = view
  const toMask = distanceTo(mask, 1, width, height)
  const abrupt = abruptEdges(scene)
  const product = fitMixture(view, mask, 1, gaussians)
  if (product === undefined) return false
  return sidesOf(width, height).some((side, index) => {
    const { start, end, costs } = strangeStretch(side, index, toMask, view)
    const length = end - start
    if (length < limits.length * side.length) return false
    const places = Array.from({ length }, (_, i) => start + i)
    const depth = before.depth * Math.min(width, height)
    const touching = places.filter((along) => isBeforeMask(along, side, toMask, depth)).length
    if (touching > limits.beforeMask * length) return true
    if (!isAbruptAt(start, side, abrupt) || !isAbruptAt(end - 1, side, abrupt)) return false
    const own = costsAlong(side, view, product)
    return places.filter((along) => own[along]! < costs[along]!).length > length / 2
  })
}

function sidesOf(width: number, height: number): Side[] {
  return [
    { length: height, at: (i, depth) => i * width + depth },
    { length: height, at: (i, depth) => i * width + width - 1 - depth },
    { length: width, at: (i, depth) => depth * width + i },
    { length: width, at: (i, depth) => (height - 1 - depth) * width + i },
  ]
}

/** The longest stretch of a side that looks like nothing on the other three; empty when there is none. */
function strangeStretch(side: Side, index: number, toMask: Float32Array, view: View): Stretch {
  const elsewhere = otherBands(index, toMask, view)
  const ground = fitMixture(view, elsewhere, 1, gaussians)
  if (ground === undefined) return { start: 0, end: 0, costs: new Float32Array(0) }
  const usual = mixtureCost(view, ground)
    .filter((_, p) => elsewhere[p] === 1)
    .sort()
  const most = usual[Math.floor(0.99 * usual.length)]! + beyond
  const costs = costsAlong(side, view, ground)
  let longest = { start: 0, end: 0 }
  let start = -1
  let end = -1
  for (let i = firstLine; i < side.length - firstLine; i++) {
    if (costs[i]! <= most) continue
    if (start < 0 || i - end > longestGap) start = i
    end = i + 1
    if (end - start > longest.end - longest.start) longest = { start, end }
  }
  return { ...longest, costs }
}

/** What lies along the other three sides, without what was found. */
function otherBands(index: number, toMask: Float32Array, { width, height }: View): Uint8Array {
  const reach = Math.round(band * Math.min(width, height))
  const out = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const depths = [x, width - 1 - x, y, height - 1 - y]
      const isIn = depths.some((depth, other) => other !== index && depth < reach)
      if (isIn && depths[index]! >= reach && toMask[p]! > before.within) out[p] = 1
    }
  }
  return out
}

/** How unlike some colours each place along a side is, in the kindest light. */
function costsAlong(side: Side, view: View, colours: Mixture): Float32Array {
  const { length } = side
  const line = (): Float32Array => new Float32Array(length * shades.length)
  const channels: View["channels"] = [line(), line(), line()]
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < length; i++) {
      let sum = 0
      for (let depth = firstLine; depth <= lastLine; depth++) sum += view.channels[c]![side.at(i, depth)]!
      const mean = sum / (lastLine - firstLine + 1)
      for (let s = 0; s < shades.length; s++) channels[c]![s * length + i] = mean * shades[s]!
    }
  }
  const costs = mixtureCost({ width: length, height: shades.length, channels }, colours)
  return costs.subarray(0, length).map((_, i) => Math.min(...shades.map((_, s) => costs[s * length + i]!)))
}

/** Whether an abrupt edge crosses the border near a place; never in the picture's corners. */
function isAbruptAt(along: number, side: Side, abrupt: Uint8Array): boolean {
  const reach = 4
  if (along < reach + firstLine || along >= side.length - reach - firstLine) return false
  for (let i = along - reach; i <= along + reach; i++) {
    for (let depth = firstLine; depth <= lastLine + 1; depth++) if (abrupt[side.at(i, depth)] === 1) return true
  }
  return false
}

function isBeforeMask(along: number, side: Side, toMask: Float32Array, depth: number): boolean {
  for (let inward = 0; inward < depth; inward += 2) {
    if (toMask[side.at(along, inward)]! <= before.within) return true
  }
  return false
}
