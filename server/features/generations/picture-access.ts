import { sideKey, storedAt } from "#server/media/kept-picture.ts"
import { previewSides } from "#server/media/previews.ts"
import type { Sending } from "#server/media/send.ts"
import { isOwner, isPublished, ownCopies, publishedCopies } from "#server/media/visibility.ts"
import type { Caller } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { findPicture, findPreviewOwner } from "./queries.ts"
import { previewKey } from "./wire.ts"

/** Asked only when it matters: most pictures in galleries are public. */
type AskCaller = () => Promise<Caller>

function missingPicture(): AppError {
  return new AppError("not_found", "This picture does not exist.")
}

/**
 * A finished picture, or one of its previews.
 * @throws AppError `not_found` for whoever may not see it, as if it did not exist
 */
export async function pictureFor(s: Services, askCaller: AskCaller, id: string, wanted?: string): Promise<Sending> {
  const side = previewSides.find((known) => String(known) === wanted)
  const picture = wanted === undefined || side ? await findPicture(s.db, id) : undefined
  if (!picture) throw missingPicture()
  const isPublic = isPublished(picture)
  if (!isPublic && !isOwner(await askCaller(), picture.accountId)) throw missingPicture()
  const key = side ? sideKey(picture.storageKey, side) : picture.storageKey
  return {
    bytes: storedAt(s.storage, key, missingPicture),
    type: side ? "image/webp" : picture.mimeType,
    name: fileName(picture.prompt, id, key.split(".").at(-1) ?? ""),
    etag: key,
    cache: isPublic ? publishedCopies : ownCopies,
  }
}

/** Longest part of a file name that comes from the prompt, in letters. */
const maxNameLetters = 60

/** "a-clay-pot-on-a-table-3f2a-1.webp": the words people look for, and what tells two pictures of them apart. */
function fileName(prompt: string, id: string, ending: string): string {
  const words = prompt
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxNameLetters)
    .replace(/^-+|-+$/g, "")
  return `${words || "aworan"}-${id.slice(-6)}.${ending}`
}

/** The preview of an order under way, for its owner only. @throws AppError `not_found` for anyone else */
export async function previewFor(s: Services, askCaller: AskCaller, orderId: string, index: string): Promise<Sending> {
  const order = /^[0-3]$/.test(index) ? await findPreviewOwner(s.db, orderId) : undefined
  if (!order || Number(index) >= order.previewCount || !isOwner(await askCaller(), order.accountId)) {
    throw missingPicture()
  }
  return {
    bytes: storedAt(s.storage, previewKey(orderId, Number(index)), missingPicture),
    type: "image/webp",
    name: "preview.webp",
    etag: null,
    cache: "never",
  }
}
