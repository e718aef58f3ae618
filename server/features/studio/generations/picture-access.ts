import { isDrawnByWords, publicTitle } from "#contract/shown-prompt.ts"
import type { Services } from "#server/declarations/services.ts"
import { missingPicture, pictureSending } from "#server/media/published-picture.ts"
import type { Sending } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { isOwner, ownCopies } from "#server/media/visibility.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { downloadName } from "#server/platform/text/download-name.ts"
import { findPicture, findPreviewOwner } from "./queries.ts"
import { previewKey } from "./serialise.ts"

type AskCaller = () => Promise<Caller>

/**
 * A finished picture, or one of its previews.
 * @throws AppError `not_found` for whoever may not see it, as if it did not exist
 */
export async function pictureFor(s: Services, askCaller: AskCaller, id: string, side?: string): Promise<Sending> {
  const picture = await findPicture(s.db, id)
  const file = await pictureSending(s, askCaller, picture, side)
  const named = (words: string): string => pictureFileName(words, id, file.name.split(".").at(-1) ?? "")
  if (!picture?.isPublic) return { ...file, name: named(picture?.prompt ?? "") }
  // Only its owner saves it under the name of their photo, so that copy is for nobody else.
  const isOwn = !isDrawnByWords(picture.mode) && side === undefined && isOwner(await askCaller(), picture.accountId)
  return isOwn
    ? { ...file, name: named(picture.prompt), cache: ownCopies }
    : { ...file, name: named(publicTitle(picture)) }
}

/** "a-clay-pot-on-a-table-3f2a-1.webp": the words people look for, and what tells two pictures of them apart. */
export function pictureFileName(prompt: string, id: string, ending: string): string {
  return `${downloadName(prompt) || "aworan"}-${id.slice(-6)}.${ending}`
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
