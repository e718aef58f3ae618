import type { Services } from "#server/declarations/services.ts"
import { limitPreview } from "#server/media/preview-limits.ts"
import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import { isPicture, sniff } from "#server/platform/pictures/content.ts"
import { openPicture } from "#server/platform/pictures/picture.ts"
import type { Fetched } from "#server/platform/providers/safe-fetch.ts"
import { FetchRefused } from "#server/platform/providers/safe-fetch.ts"
import { type Size, wantedSize } from "./drawing.ts"

const busyMessage = "Many pictures are being fetched right now. Please try again in a moment."

/**
 * Addresses of strangers are fetched a few at a time, from the first byte to the picture: what waits for its turn has
 * nothing at hand yet, and eight bodies of 10 MB at most are in memory. More than one, since a slow host keeps its place for
 * five seconds.
 */
export const fetchInTurn = limitConcurrency(8, 20, busyMessage)

/** One of them is decoded at a time, beside uploads and previews, which have places of their own; those eight may wait. */
const resizeInTurn = limitConcurrency(1, 8, busyMessage)

/**
 * A picture of somewhere else as a PNG of the wanted size, covering it and cut at the centre.
 * @throws AppError `avatar_remote_url_failed` when it cannot be fetched, `avatar_image_not_found` when it is no picture,
 * `general_argument_invalid` when the size takes too much, `general_rate_limit_exceeded` when too many wait
 */
export function fetchPicture(s: Pick<Services, "fetchSafely">, url: string, wanted: Size): Promise<Buffer> {
  return fetchInTurn(async () => {
    const fetched = await fetchFrom(s, url, "image/png,image/jpeg,image/webp,image/gif,image/avif")
    const picture = fetched.status === 200 ? await resizePicture(fetched.body, wanted) : null
    if (!picture) throw new AppError("avatar_image_not_found", "There is no picture at this address.")
    return picture
  })
}

/** @throws AppError `avatar_remote_url_failed`, with the same words for every reason (docs/security.md#fetching) */
export async function fetchFrom(
  s: Pick<Services, "fetchSafely">,
  url: string | URL,
  accept: string,
  maxBytes?: number,
): Promise<Fetched> {
  try {
    return await s.fetchSafely(url, { accept, ...(maxBytes === undefined ? {} : { maxBytes }) })
  } catch (error) {
    if (error instanceof FetchRefused) {
      throw new AppError("avatar_remote_url_failed", "The address cannot be fetched.")
    }
    throw error
  }
}

/**
 * Only pictures of pixels, by their content: a drawing or a document may do more than show itself
 * (docs/security.md#pictures-and-files).
 * @returns null for anything else, and for a picture that is too large to decode
 * @throws AppError `general_argument_invalid` where what is asked for takes more than a preview may
 */
export async function resizePicture(bytes: Buffer, wanted: Size): Promise<Buffer | null> {
  const mimeType = sniff(bytes, "")
  if (!isPicture(mimeType)) return null
  return resizeInTurn(async () => {
    try {
      const found = await openPicture(bytes, mimeType, "first").metadata()
      const size = wantedSize(found.autoOrient, wanted)
      limitPreview(found, mimeType, { ...size, borderWidth: 0, rotation: 0, output: "png" })
      const picture = openPicture(bytes, mimeType, "first").autoOrient()
      return await picture
        .resize({ ...size, fit: "cover" })
        .png()
        .toBuffer()
    } catch (error) {
      if (error instanceof AppError) throw error
      return null
    }
  })
}
