// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions, largestArea } from "#imaging/pixels/regions.ts"
import { abruptEdges } from "./abrupt-edges.ts"
import { barrierStrength } from "./barrier.ts"
import { cutDeepShade } from "./deep-shade.ts"
import type { Scene } from "./scene.ts"

/** Above this shadow-free distance (sigmas) a pixel's colour is not the background's under less light. */
const shadowDistance = 2.6
/** Deep shade under a product also holds colour bounced off it: sigmas forgiven per unit of lightness beyond five. */
const bouncePerLightness = 0.08
/** Up to this sharpness an edge may be the rim of a shadow, however strong it is. */
const softest = 1.3
/** A flood that came in through less than this, in square roots of the area it then took, leaked into the product. */
const narrowEntrance = 0.8

/**
 * Takes cast shadows off a mask on a plain background: a flood from outside through pixels that keep the background's
 * chroma ratio but are darker (the shading model of Horprasert et al., 1999), stopped by edges too hard for a shadow,
 * then colour models for deep contact shadows. Then drops shadow-like islands and the thin outlines that a removed shadow leaves.
 */
export function removeShadow(mask: Uint8Array, scene: Scene): Uint8Array {
  if (!scene.isPlain) return dropCrumbs(mask, scene)
  const flooded = keepSharpParts(floodShadow(mask, scene), mask, scene)
  const cut = keepSharpParts(cutDeepShade(flooded, scene), flooded, scene)
  return dropSpurs(dropCrumbs(cut, scene), scene)
}

function floodShadow(mask: Uint8Array, scene: Scene): Uint8Array {
  const { view, surface, gradient } = scene
  const { width, height } = view
  const hardest = hardestShadowEdge(mask, scene)
  const out = Uint8Array.from(mask)
  const isShadow = (p: number): boolean => {
    const behind = surface.channels[0][p]!
    const darker = view.channels[0][p]! - behind
    const isDarker = darker < -0.8 * surface.sigma[0] && darker > -Math.min(0.5 * behind, 34)
    const bounced = bouncePerLightness * Math.max(0, -darker - 5)
    return (
      isDarker &&
      scene.shadowFreeDistance[p]! < shadowDistance + bounced &&
      (gradient.magnitude[p]! < hardest || scene.sharpness[p]! < softest)
    )
  }
  const stack: number[] = []
  const spread = (p: number): void => {
    const x = p % width
    for (const q of [x > 0 ? p - 1 : p, x < width - 1 ? p + 1 : p, p - width, p + width]) {
      if (q < 0 || q >= out.length || out[q] === 0 || !isShadow(q)) continue
      out[q] = 0
      stack.push(q)
    }
  }
  for (let p = 0; p < width * height; p++) if (mask[p] === 0) spread(p)
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) spread(p)
  return out
}

/**
 * Gives back what was taken but no shadow could be: parts whose outline to the outside is mostly abrupt, and wide
 * parts that were entered through a narrow gap.
 */
function keepSharpParts(flooded: Uint8Array, mask: Uint8Array, scene: Scene): Uint8Array {
  const { width, height } = scene.view
  const toAbrupt = distanceTo(abruptEdges(scene), 1, width, height)
  const taken = findRegions(
    mask.map((value, p) => (value === 1 && flooded[p] === 0 ? 1 : 0)),
    width,
    height,
    4,
  )
  const outline = new Float64Array(taken.count + 1)
  const sharp = new Float64Array(taken.count + 1)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const part = taken.labels[p]!
      if (part === 0 || (mask[p - 1] === 1 && mask[p + 1] === 1 && mask[p - width] === 1 && mask[p + width] === 1))
        continue
      outline[part] = outline[part]! + 1
      if (toAbrupt[p]! <= 2) sharp[part] = sharp[part]! + 1
    }
  }
  const isGivenBack = Uint8Array.from(outline, (length, part) =>
    part > 0 && (sharp[part]! > 0.5 * length || length < narrowEntrance * Math.sqrt(taken.areas[part]!)) ? 1 : 0,
  )
  return flooded.map((value, p) => (isGivenBack[taken.labels[p]!] === 1 ? 1 : value))
}

/** Soft edges reach 30 % of the object's own typical barrier, within 1.2 to 3.2 times the noise. */
function hardestShadowEdge(mask: Uint8Array, { barrier, barrierUnit, noiseEdge }: Scene): number {
  const levels = barrier.filter((_, p) => mask[p] === 1).sort()
  const typical = levels.length > 0 ? barrierStrength(levels[levels.length >> 1]!, barrierUnit) : 2 * noiseEdge
  return Math.min(3.2 * noiseEdge, Math.max(1.2 * noiseEdge, 0.3 * typical))
}

function dropCrumbs(mask: Uint8Array, scene: Scene): Uint8Array {
  const { view, surface, isPlain } = scene
  const parts = findRegions(mask, view.width, view.height, 8)
  const distance = new Float64Array(parts.count + 1)
  const darkPixels = new Float64Array(parts.count + 1)
  for (let p = 0; p < mask.length; p++) {
    const part = parts.labels[p]!
    distance[part] = distance[part]! + scene.shadowFreeDistance[p]!
    if (view.channels[0][p]! < surface.channels[0][p]!) darkPixels[part] = darkPixels[part]! + 1
  }
  const largest = largestArea(parts)
  const isKept = Uint8Array.from(parts.areas, (area, part) => {
    if (part === 0 || area < 0.02 * largest) return 0
    const isShading = distance[part]! / area < 2.8 && darkPixels[part]! / area > 0.8
    return isPlain && area < 0.5 * largest && isShading ? 0 : 1
  })
  return mask.map((_, p) => isKept[parts.labels[p]!]!)
}

/** A removed shadow leaves its own edge behind: thin parts that are only darker background. */
function dropSpurs(mask: Uint8Array, scene: Scene): Uint8Array {
  const { view, surface } = scene
  const { width, height } = view
  const shading = mask.map((value, p) => {
    const isDarker = view.channels[0][p]! < surface.channels[0][p]! - 0.5
    return value === 1 && isDarker && scene.shadowFreeDistance[p]! < shadowDistance ? 1 : 0
  })
  const depth = distanceTo(mask, 0, width, height)
  const strips = findRegions(shading, width, height, 8)
  const deepest = new Float32Array(strips.count + 1)
  for (let p = 0; p < mask.length; p++) {
    const strip = strips.labels[p]!
    deepest[strip] = Math.max(deepest[strip]!, depth[p]!)
  }
  const out = mask.map((value, p) => (strips.labels[p]! > 0 && deepest[strips.labels[p]!]! < 6 ? 0 : value))
  const parts = findRegions(out, width, height, 8)
  const least = 0.02 * largestArea(parts)
  return out.map((value, p) => (value === 1 && parts.areas[parts.labels[p]!]! >= least ? 1 : 0))
}
