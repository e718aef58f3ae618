// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { resamplePlane, shrink } from "#imaging/pixels/resize.ts"
import { sideUnit } from "./layers.ts"
import type { OutlineNetwork } from "./read-network.ts"
import { prepareNetwork } from "./run-network.ts"

/** Long side of the whole picture as the network sees it: what it was trained with. */
const wholeSide = 320
/**
 * Long side of the second look. Of 40 real photos, by the network alone: mean overlap 0.829 at 224 px, 0.832 at 256,
 * 0.825 at 288, 0.815 at 320; without a second look 0.802.
 */
const nearSide = 256
/** Room around the product at the second look, as a share of its longer side. */
const room = 0.15
/** How much the second look counts where it looked. */
const secondShare = 0.75
/** Log odds from which on a look is sure of a pixel. Where two sure looks contradict each other, neither counts. */
const sureOdds = 2

/** What the network thinks of a picture. */
export interface ProductOdds {
  /** Log odds for every pixel: positive where product is likelier. */
  odds: Float32Array
  /** Each look on its own, for seeing where they differ; like `odds`, in the picture's own size. */
  looks: Float32Array[]
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * How likely each pixel is to show the product, by a network that learned from photos we rendered ourselves
 * (scripts/cutout-training). It looks at the whole picture and then, closer, at the product alone, each time also in the
 * mirror.
 */
export function findProduct(picture: Picture, network: OutlineNetwork): ProductOdds {
  const whole = look(picture, network, wholeSide)
  const first = mean(whole)
  const box = boxOf(first, picture)
  if (box === undefined) return { odds: first, looks: whole }
  const near = look(crop(picture, box), network, nearSide).map((plane) => place(plane, box, first, picture.width))
  const second = mean(near)
  const odds = first.map((value, p) => (contradict(value, second[p]!) ? 0 : value + secondShare * (second[p]! - value)))
  return { odds, looks: [...whole, ...near] }
}

/** Whether each look is sure of the other side: seen close up, a ring before a plain wall is a plate. */
function contradict(first: number, second: number): boolean {
  return first * second < 0 && Math.min(Math.abs(first), Math.abs(second)) > sureOdds
}

/** What the network says of the picture and of its mirror image. */
function look(picture: Picture, trained: OutlineNetwork, longSide: number): Float32Array[] {
  const size = workingSize(picture, longSide)
  const planes = planesOf(picture, size)
  const network = prepareNetwork(trained, size.width, size.height)
  return [false, true].map((isMirrored) => {
    for (const [c, plane] of planes.entries()) network.setInput(c, isMirrored ? mirror(plane, size.width) : plane)
    const answer = network.answer()
    return resamplePlane(isMirrored ? mirror(answer, size.width) : answer, size, picture)
  })
}

interface Size {
  width: number
  height: number
}

function workingSize({ width, height }: Size, longSide: number): Size {
  const scale = longSide / Math.max(width, height)
  const side = (pixels: number): number => Math.max(1, Math.round((pixels * scale) / sideUnit)) * sideUnit
  return { width: side(width), height: side(height) }
}

/** Red, green and blue in the network's size, each value less 0.5. */
function planesOf(picture: Picture, size: Size): Float32Array[] {
  const fitted = shrink(picture, Math.min(picture.width, size.width), Math.min(picture.height, size.height))
  return [0, 1, 2].map((c) => {
    const plane = Float32Array.from(
      { length: fitted.width * fitted.height },
      (_, p) => fitted.data[p * fitted.channels + c]! / 255 - 0.5,
    )
    return resamplePlane(plane, fitted, size)
  })
}

function mirror(plane: Float32Array, width: number): Float32Array {
  const out = plane.slice()
  for (let row = 0; row < out.length; row += width) out.subarray(row, row + width).reverse()
  return out
}

function mean(planes: Float32Array[]): Float32Array {
  return planes[0]!.map((_, p) => planes.reduce((sum, plane) => sum + plane[p]!, 0) / planes.length)
}

/** Where product is likelier, with room around it; undefined when it is nowhere. */
function boxOf(odds: Float32Array, { width, height }: Size): Box | undefined {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (odds[p]! <= 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  }
  if (right === 0) return undefined
  const margin = Math.ceil(room * Math.max(right - left, bottom - top))
  left = Math.max(0, left - margin)
  top = Math.max(0, top - margin)
  return { left, top, width: Math.min(width, right + margin) - left, height: Math.min(height, bottom + margin) - top }
}

function crop({ width, channels, data }: Picture, box: Box): Picture {
  const out = new Uint8Array(box.width * box.height * channels)
  for (let y = 0; y < box.height; y++) {
    const from = ((y + box.top) * width + box.left) * channels
    out.set(data.subarray(from, from + box.width * channels), y * box.width * channels)
  }
  return { width: box.width, height: box.height, channels, data: out }
}

/** The box's plane in the picture; what is outside of the box stays as it is in `around`. */
function place(plane: Float32Array, box: Box, around: Float32Array, width: number): Float32Array {
  const out = around.slice()
  for (let y = 0; y < box.height; y++) {
    out.set(plane.subarray(y * box.width, (y + 1) * box.width), (y + box.top) * width + box.left)
  }
  return out
}
