import sharp from "sharp"
import { openPicture, unreadable } from "./picture.ts"

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
  const { data, info } = await sharp(cutOut).extractChannel("alpha").raw().toBuffer({ resolveWithObject: true })
  return boundsOf(info.width, info.height, (pixel) => (data[pixel] ?? 0) > clearAlpha)
}

/** Where the product is in a picture on white. @returns null when its edge is not white all around, or nothing is in it */
export async function findBoxOnWhite(picture: Buffer): Promise<Box | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const box = boundsOf(width, height, (pixel) => {
    const at = 4 * pixel
    return Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 255 - whiteTolerance
  })
  if (!box || box.left === 0 || box.top === 0) return null
  return box.left + box.width === width || box.top + box.height === height ? null : box
}

/** Looks from each side inwards, so that only what lies around the product is read. */
function boundsOf(width: number, height: number, isSeen: (pixel: number) => boolean): Box | null {
  const isRowSeen = (y: number): boolean => {
    for (let x = 0; x < width; x++) if (isSeen(y * width + x)) return true
    return false
  }
  let top = 0
  while (top < height && !isRowSeen(top)) top++
  if (top === height) return null
  let bottom = height - 1
  while (!isRowSeen(bottom)) bottom--
  const isColumnSeen = (x: number): boolean => {
    for (let y = top; y <= bottom; y++) if (isSeen(y * width + x)) return true
    return false
  }
  let left = 0
  while (!isColumnSeen(left)) left++
  let right = width - 1
  while (!isColumnSeen(right)) right--
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
