import sharp from "sharp"
import { inTurn } from "#server/media/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Fetched } from "#server/platform/safe-fetch.ts"
import { FetchRefused } from "#server/platform/safe-fetch.ts"
import type { Services } from "#server/services.ts"
import { type Size, wantedSize } from "./drawing.ts"

/** Pictures of pixels only: a drawing or a document may do more than show itself (docs/security.md#pictures-and-files). */
const rasterFormats = ["jpeg", "png", "webp", "gif", "heif"]

/** Largest picture that is decoded, in pixels, and the time it may take (docs/security.md#pictures-and-files). */
const reading = { limitInputPixels: 50_000_000, failOn: "error", pages: 1 } as const
const maxDecodeSeconds = 10

/**
 * A picture of somewhere else as a PNG of the wanted size, covering it and cut at the centre.
 * @throws AppError `avatar_remote_url_failed` when it cannot be fetched, `avatar_image_not_found` when it is no picture
 */
export async function fetchPicture(s: Pick<Services, "fetchSafely">, url: string, wanted: Size): Promise<Buffer> {
  const fetched = await fetchFrom(s, url, "image/png,image/jpeg,image/webp,image/gif,image/avif")
  const picture = fetched.status === 200 ? await inTurn(() => resizePicture(fetched.body, wanted)) : null
  if (!picture) throw new AppError("avatar_image_not_found", "There is no picture at this address.")
  return picture
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

/** @returns null for bytes that are no picture of pixels */
export async function resizePicture(bytes: Buffer, wanted: Size): Promise<Buffer | null> {
  try {
    const found = await sharp(bytes, reading).metadata()
    if (!rasterFormats.includes(found.format)) return null
    const { width, height } = wantedSize(found.autoOrient, wanted)
    const picture = sharp(bytes, reading).autoOrient().timeout({ seconds: maxDecodeSeconds })
    return await picture.resize({ width, height, fit: "cover" }).png().toBuffer()
  } catch {
    return null
  }
}
