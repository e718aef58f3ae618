import sharp, { type Sharp } from "sharp"
import type { ExportPreset } from "#contract/catalogue/export-presets.ts"
import { placeForExport } from "#contract/studio/plain-scene.ts"
import { SceneLayout } from "#contract/studio/scenes.ts"
import { composeScene } from "#server/features/studio/photos/service.ts"
import { type AiMark, readMark, writeMark } from "#server/media/ai-mark.ts"
import { type Box, findBoxOnWhite, findOpaqueBox, isFramedPhoto, readUpright } from "#server/media/product-box.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { unreadable } from "#server/platform/pictures/picture.ts"

/** Qualities of JPEG, tried until the file is small enough. */
const qualities = [92, 86, 80, 72, 64, 54, 42, 30] as const

const white = { r: 255, g: 255, b: 255 } as const

/** A picture turned upright, and where its product is: all of it, unless it stands alone. */
export interface ExportSource {
  image: Buffer
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  box: Box
  /** True for a cut-out and for a product on white; false where the picture has a background of its own, in a white frame too. */
  standsAlone: boolean
  isCutOut: boolean
  mark: AiMark | null
}

/**
 * Reads a picture once, however many places it is made ready for.
 * @throws AppError `storage_file_type_unsupported` for what cannot be read
 */
export async function readExportSource(bytes: Uint8Array, mimeType: string): Promise<ExportSource> {
  const { image, width, height, isCutOut } = await readUpright(bytes, mimeType)
  const box = await (isCutOut ? findOpaqueBox : findBoxOnWhite)(image)
  const isFramed = !isCutOut && box !== null && (await isFramedPhoto(image, box))
  return {
    image,
    width,
    height,
    box: box ?? { left: 0, top: 0, width, height },
    standsAlone: isCutOut || (box !== null && !isFramed),
    isCutOut,
    mark: await readMark(bytes),
  }
}

/** Colours that a cut-out stands before, from top to bottom. */
export interface ExportGround {
  from: string
  to: string
}

/** Most of a scene's height that the product may take, as the scene builder begins with. */
const mostProductHeight = 80

/** A cut-out before colours, in the shape of a place or, without one, of the scene builder. */
export async function makeBefore(cutOut: Buffer, ground: ExportGround, preset: ExportPreset | null): Promise<Buffer> {
  const { width, height } = preset ?? SceneLayout.parse({})
  const { safeHeight = height, maxBytes = Number.POSITIVE_INFINITY } = preset ?? {}
  const productHeight = (mostProductHeight * safeHeight) / height
  const layout = SceneLayout.parse({ width, height, productHeight })
  const scene = await composeScene(cutOut, sniff(cutOut, ""), { kind: "gradient", ...ground }, layout)
  return writeExport(sharp(scene), await readMark(cutOut), maxBytes)
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

/** How many times as wide as its pixels the picture, or the product of one that stands alone, is shown at a place. */
export function enlargementFor({ width, height, box, standsAlone }: ExportSource, preset: ExportPreset): number {
  if (standsAlone || preset.ground !== "any") return placeForExport(box, preset).width / box.width
  const { safeHeight } = preset
  return safeHeight === undefined
    ? Math.max(preset.width / width, preset.height / height)
    : Math.min(preset.width / width, safeHeight / height)
}

/** The picture in the preset's frame. */
async function frame({ image, box, standsAlone }: ExportSource, preset: ExportPreset): Promise<Sharp> {
  const { width, height, safeHeight, ground } = preset
  if (standsAlone || ground !== "any") return place(image, box, preset)
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
async function place(image: Buffer, box: Box, preset: ExportPreset): Promise<Sharp> {
  const { left, top, width, height } = placeForExport(box, preset)
  const product = await sharp(image)
    .extract(box)
    .resize(width, height, { fit: "fill" })
    .flatten({ background: white })
    .toBuffer()
  const frame = { width: preset.width, height: preset.height }
  const placed = await sharp({ create: { ...frame, channels: 3, background: white } })
    .composite([{ input: product, left, top }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(placed)
}
