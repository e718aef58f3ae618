// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { boxMean } from "#imaging/pixels/box-mean.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { guidedFilter } from "./guided-filter.ts"
import { type ColourPlanes, localColours } from "./local-colours.ts"

/** Soft coverage of a product, and the two layers' colours along its outline. */
export interface Matte {
  width: number
  height: number
  /** 0 to 1 per pixel. */
  alpha: Float32Array
  object: ColourPlanes
  background: ColourPlanes
}

/** Half the width of the soft band: 0.6 % of the short side, 2.5 px or more. */
export function bandOf(width: number, height: number): number {
  return Math.max(2.5, 0.006 * Math.min(width, height))
}

/** Squared colour difference (bytes) at which colour and shape have equal say in the band. */
const trustedDifference = 1200

/**
 * Turns a hard mask into soft coverage within a narrow band along its outline. Where the two sides differ in colour,
 * coverage is the pixel's place on the line between them; where they do not, it follows the outline. A guided filter
 * takes out the noise.
 * @param band half its width in pixels, see `bandOf`
 */
export function matte(picture: Picture, mask: Uint8Array, band: number): Matte {
  const { width, height } = picture
  const depth = distanceTo(mask, 0, width, height)
  const outside = distanceTo(mask, 1, width, height)
  const radius = Math.round(2.2 * band)
  const sureObject = new Float32Array(mask.length)
  const sureBackground = new Float32Array(mask.length)
  for (let p = 0; p < mask.length; p++) {
    if (depth[p]! > band) sureObject[p] = 1
    if (outside[p]! > band) sureBackground[p] = 1
  }
  keepThinParts(sureObject, mask, depth, boxMean(sureObject, width, height, radius))
  const isOpen = mask.map((_, p) => (sureObject[p] === 0 && sureBackground[p] === 0 ? 1 : 0))
  const object = localColours(picture, sureObject, isOpen, radius)
  const background = localColours(picture, sureBackground, isOpen, radius)
  const alpha = new Float32Array(mask.length)
  for (let p = 0; p < alpha.length; p++) {
    if (sureObject[p] === 1) alpha[p] = 1
    else if (sureBackground[p] === 0) alpha[p] = coverage(picture, p, object, background, depth[p]! - outside[p]!)
  }
  const smoothed = guidedFilter(brightness(picture), alpha, width, height, Math.max(1, Math.round(0.6 * band)), 2e-4)
  for (let p = 0; p < alpha.length; p++) {
    if (sureObject[p] === 1 || sureBackground[p] === 1) continue
    const fade = outside[p]! > 0.75 * band ? Math.max(0, (band - outside[p]!) / (0.25 * band)) : 1
    const value = Math.min(1, Math.max(0, 0.5 * alpha[p]! + 0.5 * smoothed[p]!)) * fade
    // the last few per cent at both ends are noise, not coverage
    alpha[p] = Math.min(1, Math.max(0, (value - 0.04) / 0.92))
  }
  return { width, height, alpha, object, background }
}

/** Parts thinner than two bands have no sure core; the middle of the mask stands in for it. */
function keepThinParts(sure: Float32Array, mask: Uint8Array, depth: Float32Array, nearby: Float32Array): void {
  for (let p = 0; p < sure.length; p++) {
    if (mask[p] === 1 && nearby[p]! < 0.004 && depth[p]! >= 1.4) sure[p] = 1
  }
}

function coverage(picture: Picture, p: number, object: ColourPlanes, background: ColourPlanes, signed: number): number {
  const { data, channels } = picture
  let along = 0
  let length = 0
  for (let c = 0; c < 3; c++) {
    const difference = object[c]![p]! - background[c]![p]!
    along += (data[p * channels + c]! - background[c]![p]!) * difference
    length += difference * difference
  }
  const byColour = Math.min(1, Math.max(0, along / (length + 30)))
  const byShape = Math.min(1, Math.max(0, 0.5 + (signed - Math.sign(signed) * 0.5) / 1.6))
  const trust = length / (length + trustedDifference)
  return byColour * trust + byShape * (1 - trust)
}

function brightness({ data, channels, width, height }: Picture): Float32Array {
  const out = new Float32Array(width * height)
  for (let p = 0; p < out.length; p++) {
    const at = p * channels
    out[p] = (0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!) / 255
  }
  return out
}
