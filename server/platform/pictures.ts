import sharp from "sharp"
import { AppError } from "./errors.ts"

/** Largest picture that is decoded, in pixels (checklist 5.3). */
const maxPixels = 50_000_000

/** Sides of the previews, in pixels on the long side. */
export const previewSides = [640, 320] as const
export type PreviewSide = (typeof previewSides)[number]

export type PictureType = "image/webp" | "image/png" | "image/jpeg"

/** A picture that was looked into: what it really is, whatever its sender says. */
export interface InspectedPicture {
  mimeType: PictureType
  /** Ending of its file name, without the dot. */
  extension: string
  width: number
  height: number
}

const formats: Record<string, Pick<InspectedPicture, "mimeType" | "extension">> = {
  webp: { mimeType: "image/webp", extension: "webp" },
  png: { mimeType: "image/png", extension: "png" },
  jpeg: { mimeType: "image/jpeg", extension: "jpg" },
}

/** Endings of the pictures that are taken. */
export const extensions: readonly string[] = Object.values(formats).map((format) => format.extension)

const reading = { limitInputPixels: maxPixels, failOn: "error", pages: 1 } as const

/** @throws AppError `engine_failed` for bytes that are not a picture we know */
export async function inspectPicture(bytes: Uint8Array): Promise<InspectedPicture> {
  const found = await sharp(bytes, reading)
    .metadata()
    .catch((error: unknown) => {
      throw new AppError("engine_failed", "The picture cannot be read.", { cause: error })
    })
  const format = formats[found.format]
  if (!format) throw new AppError("engine_failed", `The picture has a format that is not served: ${found.format}.`)
  return { ...format, width: found.width, height: found.height }
}

/** Smaller copies for galleries: WebP, never larger than the picture itself. Keyed by the long side. */
export async function makePreviews(bytes: Uint8Array): Promise<Map<PreviewSide, Buffer>> {
  const made = await Promise.all(
    previewSides.map(async (side): Promise<[PreviewSide, Buffer]> => {
      const size = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const
      return [side, await sharp(bytes, reading).resize(size).webp({ quality: 80 }).toBuffer()]
    }),
  )
  return new Map(made)
}

/** A picture of a few pixels as a data address, shown blurred until the real one is there. */
export async function makePlaceholder(bytes: Uint8Array): Promise<string> {
  const tiny = await sharp(bytes, reading)
    .resize({ width: 16, height: 16, fit: "inside" })
    .webp({ quality: 40 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString("base64")}`
}
