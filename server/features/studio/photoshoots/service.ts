import type { Insertable } from "kysely"
import type { Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { showcaseWait } from "#server/features/studio/publishing/service.ts"
import { holdPicture, type StoredPicture } from "#server/media/stored-picture.ts"
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
