import sharp, { type Sharp } from "sharp"
import { openPicture, unreadable } from "#server/platform/pictures/picture.ts"

/** A part of a picture, in pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Up to this alpha a pixel does not belong to the product. */
const clearAlpha = 12

/** How far from white a pixel may be and still belong to a white ground. */
const whiteTolerance = 12

/** Pixels that a picture must have one way or the other to be trimmed. */
const leastTrimmed = 3

/** A picture turned as it is shown, as PNG in the colours of screens. */
export interface UprightPicture {
  image: Buffer
  width: number
  height: number
  /** Some of it is transparent. */
  isCutOut: boolean
}

/** @throws AppError `storage_file_type_unsupported` for what cannot be read */
export async function readUpright(bytes: Uint8Array, mimeType: string): Promise<UprightPicture> {
  const { data: image, info } = await openPicture(bytes, mimeType, "first")
    .autoOrient()
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  const isCutOut = info.channels === 4 && !(await sharp(image).stats()).isOpaque
  return { image, width: info.width, height: info.height, isCutOut }
}

/** Where something is seen in a cut-out. @returns null when all of it is transparent */
export async function findOpaqueBox(cutOut: Buffer): Promise<Box | null> {
  const alpha = await plain(sharp(cutOut).extractChannel("alpha"))
  return boundsOf(alpha.threshold(clearAlpha + 1), "black")
}

/** Where the product is in a picture on white. @returns null when its edge is not white all around, or nothing is in it */
export async function findBoxOnWhite(picture: Buffer): Promise<Box | null> {
  const { width, height } = await sharp(picture).metadata()
  const box = await findBoxBelow(picture, 255 - whiteTolerance)
  if (!box || box.left === 0 || box.top === 0) return null
  return box.left + box.width === width || box.top + box.height === height ? null : box
}

/**
 * Share of a line along each side of a box that is not white where a photo lies on a white sheet, and how far inside the line
 * is, as a share of the side: past the marks of JPEG. What is photographed has rounder corners.
 */
const framed = { share: 0.9, inset: 0.01 } as const

/** Whether what lies on white is a rectangle up to its corners: a photo with a background of its own, in a white frame. */
export async function isFramedPhoto(picture: Buffer, { left, top, width, height }: Box): Promise<boolean> {
  const [dx, dy] = [Math.ceil(width * framed.inset), Math.ceil(height * framed.inset)]
  if (width <= 2 * dx || height <= 2 * dy) return false
  const sides: Box[] = [
    { left, top: top + dy, width, height: 1 },
    { left, top: top + height - 1 - dy, width, height: 1 },
    { left: left + dx, top, width: 1, height },
    { left: left + width - 1 - dx, top, width: 1, height },
  ]
  for (const side of sides) {
    const { data, info } = await sharp(picture).extract(side).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let seen = 0
    for (let at = 0; at < data.length; at += info.channels) {
      if (Math.min(...data.subarray(at, at + info.channels)) < 255 - whiteTolerance) seen++
    }
    if (seen < framed.share * Math.max(side.width, side.height)) return false
  }
  return true
}

/** Where a picture has pixels of which any colour is below `least`, of 255. @returns null when it has none */
export async function findBoxBelow(picture: Buffer, least: number): Promise<Box | null> {
  const colours = await plain(sharp(picture).removeAlpha())
  // White only where every colour is light enough.
  return boundsOf(colours.threshold(least, { grayscale: false }).bandbool("and"), "white")
}

/** The picture so far, to go on with: within one chain the library chooses the order of the steps. */
async function plain(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

/**
 * Where a picture of black and white is not its ground. The library looks, in threads of its own: a loop over forty million
 * pixels would keep every other call waiting, and so would `clone`, which copies them.
 */
async function boundsOf(picture: Sharp, ground: "black" | "white"): Promise<Box | null> {
  const mask = await plain(picture)
  const { min, max } = (await mask.stats()).channels[0] ?? { min: 0, max: 0 }
  if (min === max && (max === 0) === (ground === "black")) return null
  const { width: across = 0, height: down = 0 } = await mask.metadata()
  // The library trims nothing that has less than three pixels both ways.
  const margin = Math.max(across, down) < leastTrimmed ? 1 : 0
  const framed =
    margin === 0 ? mask : await plain(mask.extend({ top: 1, bottom: 1, left: 1, right: 1, background: ground }))
  const { info } = await framed
    .trim({ background: ground, threshold: 1, lineArt: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info
  return { left: Math.abs(trimOffsetLeft) - margin, top: Math.abs(trimOffsetTop) - margin, width, height }
}
