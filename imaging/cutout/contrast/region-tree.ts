// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { barrierLevel } from "./barrier.ts"

/** A connected set of pixels that all lie behind a barrier higher than `threshold`. */
export interface Region {
  /** Edge strength; its flooding level is `level`. */
  threshold: number
  level: number
  area: number
  meanSaliency: number
  /** Centre of gravity in pixels. */
  x: number
  y: number
  /** Pixels in the outermost strip of `borderStrip` pixels. */
  borderPixels: number
  /** Any pixel of the region. */
  pixel: number
  /** The region one threshold lower that contains this one. */
  parent: Region | undefined
  /** Area of the largest region one threshold higher inside this one; 0 when there is none. */
  largestChildArea: number
}

/** Pixels from the picture's edge that count as touching it. */
export const borderStrip = 4

const growth = 1.16
const highestThreshold = 60

/**
 * All regions of the barrier map over rising thresholds, as a component tree: pixels join from the highest barrier
 * down and sets merge by union-find. Salembier, Oliveras and Garrido, 1998; Najman and Couprie, 2006.
 * @param leastArea smaller regions are left out, in pixels
 */
export function growRegionTree(
  barrier: Uint8Array,
  saliency: Float32Array,
  width: number,
  height: number,
  scale: { unit: number; lowest: number; leastArea: number },
): Region[] {
  const sets = new PixelSets(saliency, width, height)
  const order = byLevelDescending(barrier)
  const thresholds: number[] = []
  for (let t = scale.lowest; t < highestThreshold && barrierLevel(t, scale.unit) < 254; t *= growth) thresholds.push(t)
  const out: Region[] = []
  let above: Region[] = []
  let at = 0
  for (const threshold of thresholds.reverse()) {
    const level = Math.floor(barrierLevel(threshold, scale.unit))
    for (; at < order.length && barrier[order[at]!]! > level; at++) sets.add(order[at]!)
    const here = sets.list(threshold, level, scale.leastArea)
    for (const child of above) {
      const parent = here.get(sets.find(child.pixel))
      if (parent === undefined) continue
      child.parent = parent
      parent.largestChildArea = Math.max(parent.largestChildArea, child.area)
    }
    above = [...here.values()]
    out.push(...above)
  }
  return out
}

/** The region's pixels as a mask, by flooding from its one known pixel. */
export function regionMask(region: Region, barrier: Uint8Array, width: number): Uint8Array {
  const mask = new Uint8Array(barrier.length)
  const stack = [region.pixel]
  mask[region.pixel] = 1
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) {
    const x = p % width
    const visit = (q: number): void => {
      if (mask[q] === 1 || barrier[q]! <= region.level) return
      mask[q] = 1
      stack.push(q)
    }
    if (x > 0) visit(p - 1)
    if (x < width - 1) visit(p + 1)
    if (p >= width) visit(p - width)
    if (p + width < barrier.length) visit(p + width)
  }
  return mask
}

function byLevelDescending(barrier: Uint8Array): Int32Array {
  const starts = new Int32Array(257)
  for (const level of barrier) starts[255 - level + 1] = starts[255 - level + 1]! + 1
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i]! + starts[i - 1]!
  const order = new Int32Array(barrier.length)
  for (let p = 0; p < barrier.length; p++) {
    const slot = 255 - barrier[p]!
    order[starts[slot]!] = p
    starts[slot] = starts[slot]! + 1
  }
  return order
}

class PixelSets {
  private readonly width: number
  private readonly height: number
  private readonly saliency: Float32Array
  private readonly parents: Int32Array
  private readonly areas: Int32Array
  private readonly borders: Int32Array
  /** Sums of saliency, x and y. */
  private readonly sums: Float64Array
  private readonly roots = new Set<number>()

  constructor(saliency: Float32Array, width: number, height: number) {
    this.width = width
    this.height = height
    this.saliency = saliency
    this.parents = new Int32Array(saliency.length).fill(-1)
    this.areas = new Int32Array(saliency.length)
    this.borders = new Int32Array(saliency.length)
    this.sums = new Float64Array(saliency.length * 3)
  }

  find(pixel: number): number {
    let root = pixel
    while (this.parents[root] !== root) root = this.parents[root]!
    let p = pixel
    while (this.parents[p] !== root) {
      const next = this.parents[p]!
      this.parents[p] = root
      p = next
    }
    return root
  }

  add(p: number): void {
    const x = p % this.width
    const y = (p - x) / this.width
    this.parents[p] = p
    this.areas[p] = 1
    const isBorder =
      x < borderStrip || y < borderStrip || x >= this.width - borderStrip || y >= this.height - borderStrip
    this.borders[p] = isBorder ? 1 : 0
    this.sums[p * 3] = this.saliency[p]!
    this.sums[p * 3 + 1] = x
    this.sums[p * 3 + 2] = y
    this.roots.add(p)
    if (x > 0) this.join(p, p - 1)
    if (x < this.width - 1) this.join(p, p + 1)
    if (y > 0) this.join(p, p - this.width)
    if (y < this.height - 1) this.join(p, p + this.width)
  }

  /** The sets of at least `leastArea` pixels, by root. */
  list(threshold: number, level: number, leastArea: number): Map<number, Region> {
    const out = new Map<number, Region>()
    for (const root of this.roots) {
      const area = this.areas[root]!
      if (area < leastArea) continue
      out.set(root, {
        threshold,
        level,
        area,
        meanSaliency: this.sums[root * 3]! / area,
        x: this.sums[root * 3 + 1]! / area,
        y: this.sums[root * 3 + 2]! / area,
        borderPixels: this.borders[root]!,
        pixel: root,
        parent: undefined,
        largestChildArea: 0,
      })
    }
    return out
  }

  private join(p: number, q: number): void {
    if (this.parents[q]! < 0) return
    const a = this.find(p)
    const b = this.find(q)
    if (a === b) return
    const [small, large] = this.areas[a]! < this.areas[b]! ? [a, b] : [b, a]
    this.parents[small] = large
    this.areas[large] = this.areas[large]! + this.areas[small]!
    this.borders[large] = this.borders[large]! + this.borders[small]!
    for (let i = 0; i < 3; i++) this.sums[large * 3 + i] = this.sums[large * 3 + i]! + this.sums[small * 3 + i]!
    this.roots.delete(small)
  }
}
