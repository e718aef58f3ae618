import sharp, { type Sharp } from "sharp"
import type { ExportPreset } from "#contract/catalogue/export-presets.ts"
import { openPicture, unreadable } from "#server/media/picture.ts"

/** Qualities of JPEG, tried until the file is small enough. */
const qualities = [92, 86, 80, 72, 64, 54, 42, 30] as const

const white = { r: 255, g: 255, b: 255 } as const

/** Below this alpha a pixel does not belong to the product. */
const leastAlpha = 12

/** How far from white a pixel may be and still belong to a white ground. */
const whiteTolerance = 12

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Makes a picture ready for one place: its size, its ground, small enough, without metadata.
 * @throws AppError `storage_file_type_unsupported` for what cannot be read
 */
export async function makeExport(bytes: Uint8Array, mimeType: string, preset: ExportPreset): Promise<Buffer> {
  const picture = await upright(bytes, mimeType)
  const framed = await frame(picture, preset)
  for (const quality of qualities) {
    const file = await framed.clone().jpeg({ quality, chromaSubsampling: "4:4:4", mozjpeg: false }).toBuffer()
    if (file.length <= preset.maxBytes || quality === qualities.at(-1)) return file
  }
  throw unreadable()
}

/** Turned as it is shown, in the colours of screens, 8 bits, with or without transparency. */
async function upright(bytes: Uint8Array, mimeType: string): Promise<{ image: Buffer; box: Box; isCutOut: boolean }> {
  const { data, info } = await openPicture(bytes, mimeType, "first")
    .autoOrient()
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  const whole = { left: 0, top: 0, width: info.width, height: info.height }
  const isCutOut = info.channels === 4 && !(await sharp(data).stats()).isOpaque
  const box = await findProduct(data, isCutOut)
  return { image: data, box: box ?? whole, isCutOut: isCutOut || box !== null }
}

/** Where the product is: what is not transparent, or not white in a picture with a white edge. @returns null when it has neither */
async function findProduct(image: Buffer, isTransparent: boolean): Promise<Box | null> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const isProduct = (index: number): boolean =>
    isTransparent
      ? (data[index + 3] ?? 0) > leastAlpha
      : Math.min(data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0) < 255 - whiteTolerance
  if (!isTransparent && !hasEmptyEdge(width, height, isProduct)) return null
  return boundsOf(width, height, isProduct)
}

function hasEmptyEdge(width: number, height: number, isProduct: (index: number) => boolean): boolean {
  for (let x = 0; x < width; x++) if (isProduct(4 * x) || isProduct(4 * ((height - 1) * width + x))) return false
  for (let y = 0; y < height; y++) if (isProduct(4 * y * width) || isProduct(4 * (y * width + width - 1))) return false
  return true
}

/** @returns null when there is nothing */
function boundsOf(width: number, height: number, isProduct: (index: number) => boolean): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isProduct(4 * (y * width + x))) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

type Upright = Awaited<ReturnType<typeof upright>>

/** The picture in the preset's frame. */
async function frame({ image, box, isCutOut }: Upright, preset: ExportPreset): Promise<Sharp> {
  const { width, height, fill = 0.9, safeHeight, ground } = preset
  if (isCutOut || ground !== "any") {
    const room = { width, height: safeHeight ?? height }
    return place(image, box, { width, height }, Math.round(room.width * fill), Math.round(room.height * fill))
  }
  if (!safeHeight)
    return sharp(image).flatten({ background: white }).resize(width, height, { fit: "cover", position: "attention" })
  // All of it in the middle, over an enlarged, blurred copy that fills the rest.
  const around = await sharp(image)
    .resize(width, height, { fit: "cover" })
    .blur(40)
    .modulate({ brightness: 0.8 })
    .toBuffer()
  const middle = await sharp(image).resize(width, safeHeight, { fit: "inside" }).toBuffer()
  return sharp(
    await sharp(around)
      .composite([{ input: middle, gravity: "centre" }])
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
}

/** The product in the middle of a white frame, as large as its room allows. */
async function place(
  image: Buffer,
  box: Box,
  size: { width: number; height: number },
  roomWidth: number,
  roomHeight: number,
): Promise<Sharp> {
  const product = await sharp(image)
    .extract(box)
    .resize(roomWidth, roomHeight, { fit: "inside" })
    .flatten({ background: white })
    .toBuffer()
  const canvas = sharp({ create: { ...size, channels: 3, background: white } })
  const placed = await canvas
    .composite([{ input: product, gravity: "centre" }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(placed)
}
