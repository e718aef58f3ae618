// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { View } from "#imaging/pixels/view.ts"
import { floodBarrier } from "./barrier.ts"
import { borderQuantile, type Gradient, measureGradient, measureSharpness } from "./gradient.ts"
import { findSaliency } from "./saliency.ts"
import { fitSurface, type Surface } from "./surface.ts"

/** Everything the steps of the segmentation know about one picture at working size. */
export interface Scene {
  view: View
  surface: Surface
  gradient: Gradient
  /** How abrupt each edge is: about 1 for the rim of a shadow, 2 and more for the outline of a thing. */
  sharpness: Float32Array
  /** How far each pixel is from the background surface when darkening alone is forgiven, in sigmas. */
  shadowFreeDistance: Float32Array
  /** How far each pixel is from the background surface, in fixed units of about one visible step. */
  surfaceDistance: Float32Array
  barrier: Uint8Array
  /** Strength of ordinary background edges: the unit of the barrier's levels. */
  barrierUnit: number
  /** Edge strength that only one background pixel in twenty exceeds. */
  noiseEdge: number
  saliency: Float32Array
  /** Whether the background is one smooth surface: then being unlike it is evidence. Otherwise it is textured. */
  isPlain: boolean
}

/** Largest residual sigma of a plain background (lightness, a, b), and its largest noise edge. */
const plainSigma = [2.2, 1.2, 1.4] as const
const plainEdge = 0.8

/** Runs the measurements that every later step reads. */
export function analyse(view: View): Scene {
  const surface = fitSurface(view)
  const gradient = measureGradient(view)
  const barrierUnit = Math.max(0.03, borderQuantile(gradient, 0.5) + 0.02)
  const noiseEdge = borderQuantile(gradient, 0.95) + 0.03
  const isPlain = surface.sigma.every((sigma, c) => sigma < plainSigma[c]!) && noiseEdge < plainEdge
  const { shadowFree, plainly } = distances(view, surface)
  // what clearly differs from the background at the frame is a product that runs out of the picture
  const isSeed = (p: number): boolean => !isPlain || plainly[p]! < 12 || shadowFree[p]! < 8
  const barrier = floodBarrier(gradient.magnitude, view.width, view.height, barrierUnit, isSeed)
  return {
    view,
    surface,
    gradient,
    sharpness: measureSharpness(view, gradient.magnitude),
    shadowFreeDistance: shadowFree,
    surfaceDistance: plainly,
    barrier,
    barrierUnit,
    noiseEdge,
    saliency: combinedSaliency(findSaliency(view), plainly, isPlain),
    isPlain,
  }
}

function distances(view: View, surface: Surface): { shadowFree: Float32Array; plainly: Float32Array } {
  const [l, a, b] = view.channels
  const [bl, ba, bb] = surface.channels
  const [sl, sa, sb] = surface.sigma
  const shadowFree = new Float32Array(l.length)
  const plainly = new Float32Array(l.length)
  for (let p = 0; p < l.length; p++) {
    const darker = l[p]! - bl[p]!
    const behind = Math.max(5, bl[p]!)
    // a shadow keeps the ratio of chroma to lightness, so its chroma shrinks with the light
    const light = Math.min(1, Math.max(5, l[p]!) / behind)
    const chroma = Math.hypot((a[p]! - ba[p]! * light) / sa, (b[p]! - bb[p]! * light) / sb)
    const forgiven = Math.min(behind * 0.45, 30)
    const lightness = (darker < 0 ? Math.max(0, -darker - forgiven) : darker) / sl
    shadowFree[p] = Math.hypot(0.8 * chroma, 0.9 * lightness)
    plainly[p] = Math.hypot(darker / 1.2, (a[p]! - ba[p]!) / 0.6, (b[p]! - bb[p]!) / 0.6)
  }
  return { shadowFree, plainly }
}

function combinedSaliency(saliency: Float32Array, surfaceDistance: Float32Array, isPlain: boolean): Float32Array {
  if (!isPlain) return saliency
  return saliency.map((value, p) => {
    const unlike = surfaceDistance[p]! / (surfaceDistance[p]! + 3)
    return Math.max(unlike, 0.5 * unlike + 0.5 * value)
  })
}
