import sharp, { type Sharp } from "sharp"
import type { ExportPreset } from "#contract/catalogue/export-presets.ts"
import { type AiMark, readMark, writeMark } from "#server/media/ai-mark.ts"
import { type Box, findBoxOnWhite, findOpaqueBox, readUpright } from "#server/media/product-box.ts"
import { unreadable } from "#server/platform/pictures/picture.ts"

/** Qualities of JPEG, tried until the file is small enough. */
const qualities = [92, 86, 80, 72, 64, 54, 42, 30] as const

const white = { r: 255, g: 255, b: 255 } as const

/** A picture turned upright, and where its product is: all of it, unless it stands alone. */
export interface ExportSource {
  image: Buffer
  box: Box
  /** True for a cut-out and for a product on white; false where the picture has a background of its own. */
  standsAlone: boolean
  mark: AiMark | null
}

/**
 * Reads a picture once, however many places it is made ready for.
 * @throws AppError `storage_file_type_unsupported` for what cannot be read
 */
export async function readExportSource(bytes: Uint8Array, mimeType: string): Promise<ExportSource> {
  const { image, width, height, isCutOut } = await readUpright(bytes, mimeType)
  const box = await (isCutOut ? findOpaqueBox : findBoxOnWhite)(image)
  return {
    image,
    box: box ?? { left: 0, top: 0, width, height },
    standsAlone: isCutOut || box !== null,
    mark: await readMark(bytes),
  }
}

/** Makes a picture ready for one place: its size, its ground, small enough, without metadata but for the AI mark. */
export async function makeExport(source: ExportSource, preset: ExportPreset): Promise<Buffer> {
  return writeExport(await frame(source, preset), source.mark, preset.maxBytes)
}

/**
 * A finished picture as the JPEG that places take, without metadata but for the AI mark.
 * @param maxBytes largest file, in bytes; the quality goes down until it fits
 */
export async function writeExport(picture: Sharp, mark: AiMark | null, maxBytes: number): Promise<Buffer> {
  const marked = mark ? picture.withXmp(writeMark(mark)) : picture
  for (const quality of qualities) {
    // The same picture each time: `clone` would copy all of it in the thread that answers everybody.
    const file = await marked.jpeg({ quality, chromaSubsampling: "4:4:4", mozjpeg: false }).toBuffer()
    if (file.length <= maxBytes || quality === qualities.at(-1)) return file
  }
  throw unreadable()
}

/** The picture in the preset's frame. */
async function frame({ image, box, standsAlone }: ExportSource, preset: ExportPreset): Promise<Sharp> {
  const { width, height, fill = 0.9, safeHeight, ground } = preset
  if (standsAlone || ground !== "any") {
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
