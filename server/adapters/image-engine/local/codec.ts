import sharp, { type Metadata } from "sharp"
import type { Picture } from "#imaging/pixels/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { software } from "./encode.ts"

/** Most pixels of a file we decode; a header can claim more than memory holds. A phone photo has 12 to 48 million. */
export const maxDecodedPixels = 50_000_000

/** What we decode. SVG and PDF are programs rather than pictures and may reach for other files. */
const readableFormats = new Set(["jpeg", "png", "webp", "gif", "tiff", "heif"])

const inputOptions = { limitInputPixels: maxDecodedPixels, failOn: "error", pages: 1 } as const

/**
 * A file's first picture, upright, as 8-bit sRGB: turns by EXIF, converts CMYK, grey, palette, 16-bit and foreign
 * profiles. Has alpha when the file has.
 * @throws AppError `general_argument_invalid`: not a picture, damaged, cut short, or too large
 */
export async function decodePicture(file: Uint8Array): Promise<Picture> {
  const metadata = await readMetadata(file)
  try {
    const colours = sharp(file, inputOptions).autoOrient().toColourspace("srgb")
    const { data, info } = await colours.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true })
    return toPicture(data, info.width, info.height, info.channels)
  } catch (cause) {
    const what = metadata.format === undefined ? "file" : metadata.format.toUpperCase()
    throw new AppError("general_argument_invalid", `This ${what} picture is damaged or incomplete.`, { cause })
  }
}

/** How a result is stored. */
export type PictureFormat = "png" | "webp"

/** The picture as a file. WebP without alpha is nearly lossless to the eye (quality 92), with alpha too. */
export async function encodePicture(picture: Picture, format: PictureFormat): Promise<Uint8Array> {
  const { width, height, channels, data } = picture
  const pixels = sharp(data, { raw: { width, height, channels } }).withExif({ IFD0: { Software: software } })
  const file =
    format === "png" ? pixels.png({ compressionLevel: 7 }) : pixels.webp({ quality: 92, smartSubsample: true })
  return await file.toBuffer()
}

async function readMetadata(file: Uint8Array): Promise<Metadata> {
  const metadata = await parseHeader(file)
  if (metadata.format === "heif" && metadata.compression === "hevc") {
    throw new AppError(
      "general_argument_invalid",
      "HEIC photos cannot be read here. Please save the photo as JPEG first.",
    )
  }
  if (!readableFormats.has(metadata.format ?? "")) {
    throw new AppError("general_argument_invalid", "Please use a JPEG, PNG, WebP, AVIF, TIFF or GIF picture.")
  }
  if (metadata.width * (metadata.pageHeight ?? metadata.height) > maxDecodedPixels) {
    const megapixels = maxDecodedPixels / 1_000_000
    throw new AppError("general_argument_invalid", `This picture has more than ${megapixels} megapixels.`)
  }
  return metadata
}

async function parseHeader(file: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(file, { ...inputOptions, limitInputPixels: false }).metadata()
  } catch (cause) {
    throw new AppError("general_argument_invalid", "This file is not a picture we can read.", { cause })
  }
}

function toPicture(data: Uint8Array, width: number, height: number, channels: number): Picture {
  if (channels === 3 || channels === 4) return { width, height, channels, data }
  return { width, height, ...spreadGrey(data, channels) }
}

/** Grey (one channel) or grey with alpha (two) as colours. */
function spreadGrey(data: Uint8Array, channels: number): { channels: 3 | 4; data: Uint8Array } {
  const hasAlpha = channels === 2
  const wide = hasAlpha ? 4 : 3
  const pixels = data.length / channels
  const spread = new Uint8Array(pixels * wide)
  for (let i = 0; i < pixels; i++) {
    spread.fill(data[i * channels] ?? 0, i * wide, i * wide + 3)
    if (hasAlpha) spread[i * wide + 3] = data[i * channels + 1] ?? 0
  }
  return { channels: wide, data: spread }
}
