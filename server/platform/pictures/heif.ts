import sharp from "sharp"
import { mostPixels, refuseSize } from "#contract/hosted/picture-kinds.ts"
import { messages } from "#contract/messages.ts"
import { AppError } from "#server/platform/errors.ts"
import { sniff } from "./content.ts"
import { startClock, timeoutSeconds, tooSlow, unreadable } from "./picture.ts"
import { inTurn, type PictureWorker } from "./picture-turns.ts"

/**
 * Whether this computer decodes the photos of iPhones. The decoder that comes with the product does not, as its format is
 * patented; one that the operator built may.
 */
export const readsHeic: boolean = sharp.format.heif.input.fileSuffix?.includes(".heic") ?? false

/**
 * A photo in the container of iPhones as an upright JPEG without a word beside what is seen.
 * @throws AppError `storage_file_type_unsupported`: no such photo, damaged, too large, or not decoded here
 */
export async function heifToJpeg(bytes: Buffer, worker: PictureWorker): Promise<Buffer> {
  const mimeType = sniff(bytes, "")
  if (!/^image\/(?:heic|heif|avif)$/.test(mimeType)) throw unreadable()
  // AV1 lies in the same container and takes as much memory.
  const photo = sharp(bytes, { failOn: "error", limitInputPixels: mostPixels("image/avif"), pages: 1 })
  const header = await sharp(bytes, { failOn: "error", limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null)
  const words = header && refuseSize("image/avif", header)
  if (words) throw new AppError("picture_too_large", words)
  if (!header) throw mimeType === "image/heic" ? unreadableHeic() : unreadable()
  return inTurn("work", worker, header.width * header.height, () => {
    const isOver = startClock(timeoutSeconds)
    return photo
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .jpeg({ quality: 95 })
      .toBuffer()
      .catch((error: unknown) => {
        if (isOver()) throw tooSlow(error)
        throw header.compression === "hevc" ? unreadableHeic(error) : unreadable(error)
      })
  })
}

function unreadableHeic(cause?: unknown): AppError {
  return new AppError("storage_file_type_unsupported", messages.heicUnreadable, { cause })
}
