import { serialiseDate } from "#contract/primitives.ts"
import type { ManyChanged } from "#contract/studio/own-pictures.ts"
import { type PictureRef, type Trash, trashLessened, trashPage } from "#contract/studio/trash.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { eachPicture } from "#server/features/studio/own-pictures/service.ts"
import { photoshootsCollection } from "#server/features/studio/photoshoots/collection.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import type { Sending } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { waitingCopies } from "#server/media/visibility.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import * as queries from "./queries.ts"

const collections = { generations: generationsCollection, photoshoots: photoshootsCollection } as const

/** A page of a person's trash. @param after `next` of the page before */
export async function listTrash(s: Services, accountId: string, after: string | undefined): Promise<Trash> {
  const rows = await queries.listPage(s.db, accountId, after)
  return {
    pictures: rows.map(({ byteSize, trashedAt, goneAt, cursor: _own, ...row }) => ({
      ...row,
      size: byteSize,
      preview: `/own-pictures/trash/${row.source}/${row.id}/preview`,
      trashed_at: serialiseDate(trashedAt),
      gone_at: serialiseDate(goneAt),
    })),
    next: rows.length < trashPage ? null : (rows.at(-1)?.cursor ?? null),
    ...(await queries.measure(s.db, accountId)),
  }
}

/** The small preview of a picture in a person's own trash. @throws AppError `not_found` */
export async function previewOf(s: Services, accountId: string, { source, id }: PictureRef): Promise<Sending> {
  const storageKey = await queries.findStored(s.db, accountId, source, id)
  if (storageKey === undefined) throw missingPicture()
  const key = thumbnailKey(storageKey, 320)
  return {
    bytes: storedAt(s.storage, key, missingPicture),
    type: "image/webp",
    name: "preview.webp",
    etag: key,
    cache: waitingCopies,
  }
}

/** Takes own pictures out of the trash as they were, with their stars, their visibility and their products. */
export function restorePictures(s: Services, accountId: string, pictures: readonly PictureRef[]): Promise<ManyChanged> {
  const sources = new Map(pictures.map(({ source, id }) => [id, source]))
  return eachPicture([...sources.keys()], (id) =>
    transact(s.db, async (tx) => {
      const source = sources.get(id) ?? "generations"
      if (!(await queries.restore(tx, accountId, source, id))) {
        throw new AppError("not_found", "This picture is not in your trash.")
      }
      await publishDocument(tx, s.config, collections[source], { id }, "create")
      await publishEvent(tx, accountId, trashLessened, { restored: [{ source, id }] })
    }),
  )
}

/**
 * Deletes of a person's trash for good. What is deleted stays so when a later step fails.
 * @returns how many it deleted
 */
export async function emptyTrash(
  s: Services,
  accountId: string,
  pictures: readonly PictureRef[] | "all",
): Promise<number> {
  const chosen = pictures === "all" ? undefined : Map.groupBy(pictures, ({ source }) => source)
  const ids = chosen && new Map([...chosen].map(([source, refs]) => [source, refs.map(({ id }) => id)]))
  const deleted = await queries.deleteOwn(s.db, accountId, ids)
  if (deleted > 0) {
    await transact(s.db, async (tx) => {
      await s.queue.enqueue(tx, sweepMedia, {})
      await publishEvent(tx, accountId, trashLessened, { restored: [] })
    })
  }
  return deleted
}
