import type { Sharp } from "sharp"
import { openPicture, startClock, timeoutSeconds, tooSlow, unreadable } from "#server/platform/pictures/picture.ts"
import { putMark, readMark } from "./ai-mark.ts"
import { copyScale } from "./preview-limits.ts"
import { stripJpeg } from "./strip-jpeg.ts"

/**
 * The same picture with nothing but what is seen, and with the mark that a generator made it. A JPEG keeps its very pixels; others are made anew, smaller where the
 * whole would take more memory or time than a preview may.
 * @throws AppError `storage_file_type_unsupported` for what cannot be decoded
 */
export async function withoutMetadata(bytes: Buffer, mimeType: string): Promise<Uint8Array> {
  const isOver = startClock(timeoutSeconds)
  try {
    const mark = await readMark(bytes)
    const bare = await bareCopy(bytes, mimeType)
    return mark ? putMark(bare, mimeType, mark) : bare
  } catch (error) {
    throw isOver() ? tooSlow(error) : unreadable(error)
  }
}

async function bareCopy(bytes: Buffer, mimeType: string): Promise<Buffer> {
  const found = await openPicture(bytes, mimeType, "all").metadata()
  const stripped = mimeType === "image/jpeg" ? stripJpeg(bytes, found.orientation ?? 1) : null
  if (stripped) return stripped
  const scale = copyScale(found, mimeType)
  const picture = openPicture(bytes, mimeType, "all").autoOrient()
  if (scale < 1) picture.resize({ width: Math.max(1, Math.floor(found.autoOrient.width * scale)) })
  return encode(picture.keepIccProfile(), mimeType).toBuffer()
}

/** With the settings for which the time of previews is worked out (docs/security.md#time-of-previews). */
function encode(picture: Sharp, mimeType: string): Sharp {
  switch (mimeType) {
    case "image/png":
      return picture.png()
    case "image/gif":
      return picture.gif({ effort: 3 })
    case "image/webp":
      return picture.webp({ quality: 92 })
    case "image/avif":
      return picture.avif({ effort: 0, chromaSubsampling: "4:2:0" })
    default:
      return picture.jpeg({ quality: 92 })
  }
}
