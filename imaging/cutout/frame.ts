// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Mask } from "./matting/cut-along.ts"

/** What of a picture lies inside its frame, in pixels; right and bottom are the first ones outside again. */
export interface Inside {
  left: number
  top: number
  right: number
  bottom: number
}

/** How deep a frame can be, as a share of the side that it is taken from. */
const deepest = 0.2
/** The same of a black bar: a wide photo on a phone that is held upright has a third of the screen above it. */
const deepestBar = 0.36
/** Channels of a line's pixels lie this near to its median, or the line is no part of a frame. JPEG moves them by some 10. */
const tolerance = 24
/** Share of a line's pixels that must lie near its median. */
const uniformShare = 0.97
/** A frame's inner edge is a step of at least this in a channel ... */
const step = 28
/** ... over this share of its length; a thing on a plain ground or a table's edge never fills a whole side. */
const edgeShare = 0.9

type Side = "left" | "top" | "right" | "bottom"

/** Smaller pictures are taken as they are. */
const leastPicture = 64
/** Bars of a screenshot or a film are at most this bright. */
const blackest = 40

/**
 * Finds a frame that was drawn around a photo: on all four sides lines of one colour each, which end at an edge as long as
 * the side; or black bars at two opposite sides. Plain ground has no such edge. Undefined where there is none.
 */
export function findFrame(picture: Picture): Inside | undefined {
  if (Math.min(picture.width, picture.height) < leastPicture) return undefined
  const [left, right] = [depthOf(picture, "left"), depthOf(picture, "right")]
  const [top, bottom] = [depthOf(picture, "top"), depthOf(picture, "bottom")]
  const [hasSides, hasEnds] = [Math.min(left, right) > 0, Math.min(top, bottom) > 0]
  const { width, height } = picture
  if (hasSides && hasEnds) return { left, top, right: width - right, bottom: height - bottom }
  if (hasSides && isBlack(picture, "left") && isBlack(picture, "right")) {
    return { left, top: 0, right: width - right, bottom: height }
  }
  if (hasEnds && isBlack(picture, "top") && isBlack(picture, "bottom")) {
    return { left: 0, top, right: width, bottom: height - bottom }
  }
  return undefined
}

/** The part of a picture inside its frame. */
export function cropTo(picture: Picture, { left, top, right, bottom }: Inside): Picture {
  const { channels } = picture
  const [width, height] = [right - left, bottom - top]
  const data = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y++) {
    const from = ((y + top) * picture.width + left) * channels
    data.set(picture.data.subarray(from, from + width * channels), y * width * channels)
  }
  return { width, height, channels, data }
}

/** A mask of what lies inside a frame as one of the whole picture, at the same scale; the frame is background. */
export function placeInside(mask: Mask, picture: Picture, { left, top, right, bottom }: Inside): Mask {
  const across = mask.width / (right - left)
  const down = mask.height / (bottom - top)
  const x0 = Math.round(left * across)
  const y0 = Math.round(top * down)
  const width = x0 + mask.width + Math.round((picture.width - right) * across)
  const height = y0 + mask.height + Math.round((picture.height - bottom) * down)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < mask.height; y++) {
    data.set(mask.data.subarray(y * mask.width, (y + 1) * mask.width), (y + y0) * width + x0)
  }
  return { width, height, data }
}

/** A line of a picture along one of its sides, three bytes a pixel, without the corners, which belong to the other sides too. */
function lineAt({ width, height, channels, data }: Picture, side: Side, depth: number): Uint8Array {
  const isUpright = side === "left" || side === "right"
  const length = isUpright ? height : width
  const corner = Math.floor(length * deepest)
  const line = new Uint8Array((length - 2 * corner) * 3)
  for (let along = corner, i = 0; along < length - corner; along++) {
    const x = isUpright ? (side === "left" ? depth : width - 1 - depth) : along
    const y = isUpright ? along : side === "top" ? depth : height - 1 - depth
    const at = (y * width + x) * channels
    for (let c = 0; c < 3; c++) line[i++] = data[at + c]!
  }
  return line
}

/** How many lines a frame takes of a side; 0 where it has none. */
function depthOf(picture: Picture, side: Side): number {
  const share = isBlack(picture, side) ? deepestBar : deepest
  const most = Math.floor(share * (side === "left" || side === "right" ? picture.width : picture.height))
  let depth = 0
  // Shrinking and sharpening make the outermost line unlike the rest of its frame.
  let outer = lineAt(picture, side, 1)
  for (let d = 1; d < most && isUniform(outer); d++) {
    const next = lineAt(picture, side, d + 1)
    // An edge can be soft by a pixel, and so can the thin line that many frames end with.
    const isEdge = [next, lineAt(picture, side, d + 2)].some((beyond) => stepShare(outer, beyond) >= edgeShare)
    if (isEdge) depth = d + 3
    outer = next
  }
  return depth
}

function isBlack(picture: Picture, side: Side): boolean {
  const line = lineAt(picture, side, 1)
  return line.filter((value) => value <= blackest).length >= uniformShare * line.length
}

function isUniform(line: Uint8Array): boolean {
  const medians = [0, 1, 2].map((c) => medianOf(line.filter((_, i) => i % 3 === c)))
  let near = 0
  for (let i = 0; i < line.length; i += 3) {
    if (medians.every((median, c) => Math.abs(line[i + c]! - median) <= tolerance)) near++
  }
  return near * 3 >= uniformShare * line.length
}

function medianOf(values: Uint8Array): number {
  return values.sort()[values.length >> 1]!
}

/** Share of the pixels that differ between two lines. */
function stepShare(a: Uint8Array, b: Uint8Array): number {
  let steps = 0
  for (let i = 0; i < a.length; i += 3) {
    const most = Math.max(Math.abs(a[i]! - b[i]!), Math.abs(a[i + 1]! - b[i + 1]!), Math.abs(a[i + 2]! - b[i + 2]!))
    if (most >= step) steps++
  }
  return (3 * steps) / a.length
}
