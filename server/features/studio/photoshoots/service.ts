import { buffer } from "node:stream/consumers"
import type { Insertable } from "kysely"
import type { Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { showcaseWait } from "#server/features/studio/publishing/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { holdPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { maySee } from "#server/media/visibility.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { photoshootsCollection } from "./collection.ts"
import * as queries from "./queries.ts"

type NewShot = Omit<Insertable<Tables["photoshoots"]>, keyof StoredPicture>

/** Adds a finished picture of a shoot, whose bytes are kept already, and tells of it. */
export async function addShot(
  s: Pick<Services, "config" | "now">,
  tx: Tx,
  shot: NewShot,
  picture: StoredPicture,
): Promise<void> {
  const waitsUntil = await showcaseWait(s, tx, shot)
  const row = await queries.insertShot(tx, { ...shot, ...picture, waitsUntil })
  await holdPicture(tx, picture)
  await publishDocument(tx, s.config, photoshootsCollection, row, "create")
}

/** A picture with what decides who may see it; undefined when there is none. */
export const findShot = queries.findShot

/** A picture of a shoot, as other work on it needs to know it. @throws AppError `not_found` for whoever may not see it */
export async function describeShot(s: Pick<Services, "db">, caller: Caller, id: string) {
  const shot = await queries.findShot(s.db, id)
  if (!shot || !maySee(caller, shot)) throw missingPicture()
  const { prompt: name, width, height, mimeType, storageKey } = shot
  return { id, name, width, height, mimeType, storageKey }
}

/** Its bytes, for whoever was allowed to see it. @returns null when it is gone */
export async function readShot(s: Pick<Services, "db" | "storage">, id: string): Promise<Buffer | null> {
  const shot = await queries.findShot(s.db, id)
  const stored = shot && (await s.storage.get(shot.storageKey))
  return stored ? buffer(stored.body) : null
}
