import { isLineSlow } from "#web/lib/page/slow-line.ts"
import { photoAsSmallest } from "./draw-photo.ts"

/**
 * Longest sides of what is sent, in pixels. More than the largest place of a picture asks for (2,048,
 * `contract/catalogue/export-presets.ts`), so that it may be cropped; on a slow line as much as a phone's screen shows.
 */
const longestSides = { usual: 2560, slow: 1600 } as const

/** Quality of the copy, 0 to 1: no difference is seen at its size. */
const quality = 0.82

/** A smaller file is not worth the work, in bytes: it is up within seconds on a slow line. */
const lightBytes = 400_000

/** Share of the bytes that a copy may have at most, else the photo goes as it is. */
const worthShare = 2 / 3

/**
 * An upright copy of an opaque photo that is quicker to send, without the place where it was taken.
 * @param picture the decoded photo
 * @returns null where the photo may go as it is
 */
export async function lightenPhoto(
  file: File,
  picture: ImageBitmap,
): Promise<{ file: File; width: number; height: number } | null> {
  if (file.size <= lightBytes) return null
  const copy = await photoAsSmallest(picture, isLineSlow() ? longestSides.slow : longestSides.usual, quality)
  if (!copy || copy.blob.size > file.size * worthShare) return null
  const { blob, width, height } = copy
  const name = `${file.name.replace(/\.\w+$/, "")}.${blob.type === "image/webp" ? "webp" : "jpg"}`
  return { file: new File([blob], name, { type: blob.type }), width, height }
}
