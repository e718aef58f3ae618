import sharp, { type Metadata } from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { readsHeic } from "#server/platform/pictures/heif.ts"
import { hasEndlessWords } from "#server/platform/pictures/png-words.ts"

/** Most pixels of a file we decode: all that is taken of people. A header can claim more than memory holds. */
export const maxDecodedPixels = maxPhotoPixels

/** What we decode. SVG and PDF are programs rather than pictures and may reach for other files. */
const readableFormats = new Set(["jpeg", "png", "webp", "gif", "tiff", "heif"])

const inputOptions = { limitInputPixels: maxDecodedPixels, failOn: "error", pages: 1 } as const

/** A decoded file. */
export interface DecodedPhoto {
  picture: Picture
  /** How its camera was held (EXIF, 1 to 8), if it says so. The picture is upright already. */
  exifOrientation?: number
}

export interface DecodeOptions {
  /** Larger pictures are made this many pixels long while they are read. */
  longSide?: number
}

/**
 * A file's first picture, upright, as 8-bit sRGB: turns by EXIF, converts CMYK, grey, palette, 16-bit and foreign
 * profiles. Has alpha when the file has. The work is done outside this thread.
 * @throws AppError `general_argument_invalid`: not a picture, damaged, cut short, or too large
 */
export async function decodePhoto(file: Uint8Array, { longSide }: DecodeOptions = {}): Promise<DecodedPhoto> {
  const metadata = await readMetadata(file)
  try {
    const upright = sharp(file, inputOptions).autoOrient()
    const fitting = { width: longSide, height: longSide, fit: "inside", withoutEnlargement: true } as const
    const sized = longSide === undefined ? upright : upright.resize(fitting)
    const colours = sized.toColourspace("srgb").raw({ depth: "uchar" })
    const { data, info } = await colours.toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const picture: Picture = { width, height, channels: info.channels === 4 ? 4 : 3, data }
    return metadata.orientation === undefined ? { picture } : { picture, exifOrientation: metadata.orientation }
  } catch (cause) {
    const what = metadata.format === undefined ? "file" : metadata.format.toUpperCase()
    throw new AppError("general_argument_invalid", `This ${what} picture is damaged or incomplete.`, { cause })
  }
}

/** The picture alone. @throws AppError as `decodePhoto` */
export async function decodePicture(file: Uint8Array): Promise<Picture> {
  return (await decodePhoto(file)).picture
}

async function readMetadata(file: Uint8Array): Promise<Metadata> {
  if (hasEndlessWords(file)) {
    throw new AppError("general_argument_invalid", "This PNG has megabytes of words beside its picture.")
  }
  const metadata = await parseHeader(file)
  if (metadata.format === "heif" && metadata.compression === "hevc" && !readsHeic) {
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
