import sharp, { type Sharp } from "sharp"
import { isAvifSequence, mostPixels, refuseSize } from "#contract/hosted/picture-kinds.ts"
import { messages } from "#contract/messages.ts"
import { AppError } from "#server/platform/errors.ts"
import { isPicture } from "./content.ts"
import { hasEndlessWords } from "./png-words.ts"

/** Longest time of one picture's work. */
export const timeoutSeconds = 10

const reading = { failOn: "error", sequentialRead: true } as const

/**
 * Opens a picture of a kind that was found out before; nothing else ever reaches the decoder.
 * @throws AppError `storage_file_type_unsupported` for another kind, `picture_too_large` for megabytes of words beside it
 */
export function openPicture(bytes: Uint8Array, mimeType: string, frames: "first" | "all"): Sharp {
  if (!isPicture(mimeType)) throw unreadable()
  refuseEndlessWords(bytes)
  const isAnimated = frames === "all" && (mimeType === "image/gif" || mimeType === "image/webp")
  const limitInputPixels = mostPixels(mimeType)
  return sharp(bytes, { ...reading, limitInputPixels, pages: isAnimated ? -1 : 1 }).timeout({ seconds: timeoutSeconds })
}

export interface Picture {
  /** As it is shown: a turned photo's sides are exchanged. */
  width: number
  height: number
  /** Whether it says where it was taken, in the usual places. */
  hasPlace: boolean
}

/**
 * The one check of pictures, whoever sends them: looks into one without decoding it.
 * @param mimeType as found in its content
 * @returns null when it cannot be read
 * @throws AppError `picture_too_large`; `storage_file_type_unsupported` for a sequence that cannot be read
 */
export async function inspectPicture(bytes: Uint8Array, mimeType: string): Promise<Picture | null> {
  refuseEndlessWords(bytes)
  const pages = mimeType === "image/gif" || mimeType === "image/webp" ? -1 : 1
  // Only its header is read, whatever its size.
  const found = await sharp(bytes, { ...reading, limitInputPixels: false, pages })
    .metadata()
    .catch(() => null)
  if (!found) {
    if (mimeType !== "image/avif" || !isAvifSequence(bytes)) return null
    throw new AppError("storage_file_type_unsupported", messages.movingAvif)
  }
  const { width, pageHeight, height = pageHeight ?? 0, pages: frames = 1 } = found
  const frameHeight = pageHeight ?? height
  const words = refuseSize(mimeType, { width, height: frameHeight, frames: pages === 1 ? 1 : frames })
  if (words) throw new AppError("picture_too_large", words)
  const isTurned = (found.orientation ?? 1) >= 5
  return {
    width: isTurned ? frameHeight : width,
    height: isTurned ? width : frameHeight,
    hasPlace: names(placeMarks, found.exif) || names(placeMarks, found.xmp),
  }
}

function refuseEndlessWords(bytes: Uint8Array): void {
  if (!hasEndlessWords(bytes)) return
  throw new AppError(
    "picture_too_large",
    "This PNG has megabytes of words beside its picture. Please save it without them.",
  )
}

/**
 * Whether the beginning of a file tells all that `inspectPicture` wants to know, once that can read it. JPEG has its words
 * before the picture; other formats may have them after it.
 */
export function isToldByHead(mimeType: string): boolean {
  return mimeType === "image/jpeg"
}

/** The tag of EXIF that leads to the place, in both byte orders, and the word that XMP uses. */
const placeMarks = [Buffer.from([0x25, 0x88, 4, 0]), Buffer.from([0x88, 0x25, 0, 4]), Buffer.from("GPS")]

function names(marks: readonly Buffer[], metadata: Buffer | undefined): boolean {
  return metadata !== undefined && marks.some((mark) => metadata.includes(mark))
}

/**
 * An upright copy without a word beside what is seen, no longer than `side` pixels.
 * @param ground what becomes of transparency: kept, or white in its place
 */
export async function smallCopy(
  bytes: Buffer,
  mimeType: string,
  side: number,
  ground: "clear" | "white",
): Promise<Buffer> {
  const isOver = startClock(timeoutSeconds)
  try {
    const { hasAlpha } = await openPicture(bytes, mimeType, "first").metadata()
    const size = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const
    const small = openPicture(bytes, mimeType, "first").autoOrient().resize(size)
    const encoded =
      hasAlpha && ground === "clear"
        ? small.webp({ quality: 92 })
        : small.flatten({ background: "#ffffff" }).jpeg({ quality: 92 })
    return await encoded.toBuffer()
  } catch (error) {
    throw isOver() ? tooSlow(error) : unreadable(error)
  }
}

export function unreadable(cause?: unknown): AppError {
  return new AppError("storage_file_type_unsupported", "The file is not a picture that can be read.", { cause })
}

/** Begins to count. @returns whether the seconds are over: the library says so in words that other remarks may stand before */
export function startClock(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() >= end
}

export function tooSlow(cause?: unknown): AppError {
  const words = "This picture takes too long to work on. Please use a smaller copy."
  return new AppError("picture_too_slow", words, { cause })
}
