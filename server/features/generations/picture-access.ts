import type { Caller } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import type { PreviewSide } from "#server/platform/pictures.ts"
import type { Services } from "#server/services.ts"
import { previewKey, sideKey } from "./picture-files.ts"
import { findPicture, findPreviewOwner } from "./queries.ts"

/** A stored file that the caller may see. */
export interface ServedFile {
  key: string
  mimeType: string
  /** True when anyone may see it, so anyone may keep a copy. */
  isPublic: boolean
  /** False for a preview, which a better one may follow under the same address. */
  isFinal: boolean
  name: string
}

/** Asked only when it matters: most pictures in galleries are public. */
type AskCaller = () => Promise<Caller>

export function missingPicture(): AppError {
  return new AppError("not_found", "This picture does not exist.")
}

/** @throws AppError `not_found` for whoever may not see it, as if it did not exist */
export async function pictureFor(
  s: Services,
  askCaller: AskCaller,
  id: string,
  side?: PreviewSide,
): Promise<ServedFile> {
  const picture = await findPicture(s.db, id)
  if (!picture) throw missingPicture()
  const isPublic = picture.isPublic && !picture.isTakenDown
  if (!isPublic && !isOwner(await askCaller(), picture.accountId)) throw missingPicture()
  const extension = picture.storageKey.split(".").at(-1) ?? "webp"
  const name = `aworan-${id}.${side ? "webp" : extension}`
  return side
    ? { key: sideKey(picture.storageKey, side), mimeType: "image/webp", isPublic, isFinal: true, name }
    : { key: picture.storageKey, mimeType: picture.mimeType, isPublic, isFinal: true, name }
}

/** The preview of an order under way, for its owner only. @throws AppError `not_found` for anyone else */
export async function previewFor(
  s: Services,
  askCaller: AskCaller,
  orderId: string,
  index: number,
): Promise<ServedFile> {
  const order = await findPreviewOwner(s.db, orderId)
  if (!order || index >= order.previewCount || !isOwner(await askCaller(), order.accountId)) throw missingPicture()
  return {
    key: previewKey(orderId, index),
    mimeType: "image/webp",
    isPublic: false,
    isFinal: false,
    name: "preview.webp",
  }
}

function isOwner(caller: Caller, accountId: string): boolean {
  return caller.kind === "person" && caller.accountId === accountId
}
