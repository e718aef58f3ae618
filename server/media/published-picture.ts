import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import type { Sending } from "./send.ts"
import { storedAt } from "./stored-picture.ts"
import { thumbnailKey, thumbnailSides } from "./thumbnails.ts"
import { isOwner, isPublished, maySee, ownCopies, publishedCopies, waitingCopies } from "./visibility.ts"

/** A kept picture's row, as far as sending it goes. */
interface PictureRow {
  id: string
  accountId: string
  isPublic: boolean
  isTakenDown: boolean
  waitsUntil: Date | null
  storageKey: string
  mimeType: string
}

export function missingPicture(): AppError {
  return new AppError("not_found", "This picture does not exist.")
}

/**
 * A stored picture, or one of its thumbnails, for whoever may see it.
 * @param askCaller only called when it matters: most pictures in galleries are public
 * @param wanted side of the thumbnail, as it stands in the address
 * @throws AppError `not_found` for whoever may not see it, as if it did not exist
 */
export async function pictureSending(
  s: Pick<Services, "storage">,
  askCaller: () => Promise<Caller>,
  picture: PictureRow | undefined,
  wanted: string | undefined,
): Promise<Sending> {
  const side = thumbnailSides.find((known) => String(known) === wanted)
  if (!picture || (wanted !== undefined && !side)) throw missingPicture()
  const isPublic = isPublished(picture)
  const caller = isPublic ? null : await askCaller()
  if (caller !== null && !maySee(caller, picture)) throw missingPicture()
  const key = side ? thumbnailKey(picture.storageKey, side) : picture.storageKey
  return {
    bytes: storedAt(s.storage, key, missingPicture),
    type: side ? "image/webp" : picture.mimeType,
    name: `aworan-${picture.id}.${key.split(".").at(-1)}`,
    etag: key,
    cache: caller === null ? publishedCopies : isOwner(caller, picture.accountId) ? ownCopies : waitingCopies,
    isForAll: isPublic,
  }
}
