import type { ShelfPicture, ShelfPictureRef } from "#contract/studio/shelf.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { addressesOf } from "#server/media/picture-addresses.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

const sources = ["generations", "photoshoots", "files"] as const

/** Names of the rows of a person's own pictures by their refs; those that are not there, or another person's, are missing. */
export async function findOwnPictures(
  db: Db,
  accountId: string,
  refs: readonly ShelfPictureRef[],
): Promise<Map<ShelfPictureRef, string>> {
  const found = new Map<ShelfPictureRef, string>()
  for (const source of sources) {
    const wanted = refs.filter((ref) => ref.source === source)
    const own = await queries.findOwn(
      db,
      accountId,
      source,
      wanted.map(({ id }) => id),
    )
    for (const ref of wanted) {
      const name = own.get(ref.id)
      if (name !== undefined) found.set(ref, name)
    }
  }
  return found
}

/**
 * Gives a product these pictures, in their order. Those that it had keep the address under which the shop shows them.
 * @throws AppError `general_argument_invalid` when one of them is not the person's, or was deleted
 */
export async function placePictures(
  tx: Tx,
  accountId: string,
  productId: string,
  refs: readonly ShelfPictureRef[],
): Promise<void> {
  const own = await findOwnPictures(tx, accountId, refs)
  if (own.size < refs.length) {
    const message = "One of the pictures is not there any more. Please take it away and save again."
    throw new AppError("general_argument_invalid", message, { fields: { pictures: message } })
  }
  const before = await queries.listPictures(tx, [productId], refs.length + 100)
  const rows = refs.map((ref, position) => {
    const name = own.get(ref) ?? null
    const known = before.find(({ source, pictureId }) => source === ref.source && pictureId === ref.id)
    return {
      productId,
      position,
      id: known?.id ?? newId(),
      generationId: ref.source === "generations" ? name : null,
      photoshootId: ref.source === "photoshoots" ? name : null,
      fileSequence: ref.source === "files" ? name : null,
    }
  })
  await queries.replacePictures(tx, productId, rows)
}

/** A picture as its seller sees it. */
export function toShelfPicture({
  source,
  pictureId: id,
  version,
}: Pick<queries.PlacedPicture, "source" | "pictureId" | "version">): ShelfPicture {
  return { source, id, ...addressesOf({ source, id, version }) }
}
