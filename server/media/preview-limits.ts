import type { Metadata } from "sharp"
import { maxPreviewSide, type PreviewOutput, type PreviewQuery } from "#contract/hosted/file-previews.ts"
import { AppError } from "#server/platform/errors.ts"

/** What decides how large a preview is. */
type Measures = {
  readonly [Name in "width" | "height" | "borderWidth" | "rotation" | "output"]: NonNullable<PreviewQuery[Name]>
}

/** Most pixels that a preview may have, border and turned corners included: more costs seconds and gigabytes. */
const maxOutputPixels = 8_000_000

/** Most memory that one preview may take, in bytes (docs/security.md#memory-of-previews). */
const maxBytes = 640_000_000

/** Bytes that decoding takes for each pixel, by type, in the worst of its kinds (docs/security.md#memory-of-previews). */
const decodingBytes: Readonly<Record<string, number>> = {
  "image/jpeg": 4,
  "image/png": 9,
  "image/gif": 6,
  "image/webp": 6,
  "image/avif": 30,
}

/** Bytes that all steps and the encoding take for each pixel of the preview (docs/security.md#memory-of-previews). */
const encodingBytes: Readonly<Record<PreviewOutput, number>> = {
  jpg: 18,
  jpeg: 18,
  png: 18,
  gif: 22,
  webp: 36,
  avif: 50,
}

/** Longest time that encoding may take on one core, in seconds: nothing can stop an encoder that has begun. */
const maxSeconds = 5

/** Seconds that encoding a million pixels of noise takes on one core (docs/security.md#time-of-previews). */
const encodingSeconds: Readonly<Record<PreviewOutput, number>> = {
  jpg: 0.05,
  jpeg: 0.05,
  png: 0.1,
  gif: 0.7,
  webp: 0.4,
  avif: 0.4,
}

/** Seconds more where noise can be seen through as well. */
const alphaSeconds: Partial<Record<PreviewOutput, number>> = { webp: 0.1, avif: 0.2 }

/**
 * Works out from sizes alone what a preview would cost.
 * @throws AppError `general_argument_invalid` for one that would be too large, before anything is decoded
 */
export function limitPreview(found: Metadata, mimeType: string, wanted: Measures): void {
  const { width, height, borderWidth, rotation, output } = wanted
  const { autoOrient } = found
  const isKept = width === 0 && height === 0
  // As `resize` of previews.ts does it.
  const fit = Math.min((width || maxPreviewSide) / autoOrient.width, (height || maxPreviewSide) / autoOrient.height)
  const scale = isKept ? Math.min(1, fit) : fit
  const sides = width > 0 && height > 0 ? [width, height] : [autoOrient.width * scale, autoOrient.height * scale]
  const [across = 0, down = 0] = sides.map((side) => side + 2 * borderWidth)
  const angle = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  const pixels = (across * cos + down * sin) * (across * sin + down * cos)
  // Whoever names no size is given the picture as it is, also one of a good camera: the time and the memory bound it.
  const mayBeLarger = isKept && borderWidth === 0 && rotation % 90 === 0
  if (pixels > maxOutputPixels && !mayBeLarger) {
    throw new AppError("general_argument_invalid", "This preview would be too large. Ask for at most 8 megapixels.")
  }
  if (pixels > pixelsInTime(found, output)) {
    throw new AppError(
      "general_argument_invalid",
      "This preview would take too long. Ask for a smaller one, or for another output.",
    )
  }
  const decoding = autoOrient.width * autoOrient.height * (decodingBytes[mimeType] ?? Number.POSITIVE_INFINITY)
  if (decoding + pixels * encodingBytes[output] <= maxBytes) return
  throw new AppError(
    "general_argument_invalid",
    decoding > maxBytes
      ? "This picture is too large for previews. Ask for the file itself."
      : "This preview would take too much memory. Ask for a smaller one, or for another output.",
  )
}

/** Pixels that can be encoded in the longest time, noise though they be. */
function pixelsInTime({ hasAlpha }: Metadata, output: PreviewOutput): number {
  return (maxSeconds * 1_000_000) / (encodingSeconds[output] + (hasAlpha ? (alphaSeconds[output] ?? 0) : 0))
}

/**
 * Works out by the same sums how much shorter the sides of a copy in the picture's own format must be, all its frames counted:
 * for a million pixels in 150 frames, encoding took as long as for one, and less memory.
 * @returns 1 for a copy of the same size; every picture that may be decoded leaves memory for some copy
 */
export function copyScale(found: Metadata, mimeType: string): number {
  const output = mimeType.replace("image/", "") as PreviewOutput
  const pixels = found.width * (found.pageHeight ?? found.height) * (found.pages ?? 1)
  const memoryLeft = maxBytes - pixels * (decodingBytes[mimeType] ?? Number.POSITIVE_INFINITY)
  const most = Math.min(pixelsInTime(found, output), memoryLeft / encodingBytes[output])
  return Math.min(1, Math.sqrt(Math.max(0, most) / pixels))
}
