import { type RawBuilder, sql } from "kysely"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import type { Db, Tx } from "#server/db/open.ts"

/** A picture as its page shows it. */
export interface ShownPicture {
  source: PictureSource
  id: string
  mode: string
  prompt: string
  aspectRatio: AspectRatio
  width: number
  height: number
  version: number
  storageKey: string
  mimeType: string
}

const sources: readonly PictureSource[] = ["generations", "photoshoots"]

function pictures(source: PictureSource, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const own =
    source === "generations"
      ? sql`mode, aspect_ratio as "aspectRatio", version`
      : sql`'photoshoot' as mode, '1:1' as "aspectRatio", 0 as version`
  return sql`select ${source}::text as source, picture.id, ${own}, prompt, width, height, storage_key as "storageKey",
    mime_type as "mimeType" from ${sql.table(source)} as picture
    join accounts on accounts.id = picture.account_id and accounts.publishing <> 'blocked' and not accounts.is_blocked
    where ${condition}`
}

/** A picture that everybody may see. */
export async function findPublic(db: Db, id: string): Promise<ShownPicture | undefined> {
  const isShown = sql`picture.id = ${id} and is_public and not is_taken_down and waits_until is null`
  const parts = sources.map((source) => pictures(source, isShown))
  const { rows } = await sql<ShownPicture>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows[0]
}

/** The picture of a private link that has not ended, with the link. */
export async function findByToken(
  db: Db,
  tokenHash: Buffer,
): Promise<(ShownPicture & { linkId: string; expiresAt: Date }) | undefined> {
  const link = await db
    .selectFrom("privateLinks")
    .select(["id as linkId", "generationId", "photoshootId", "expiresAt"])
    .where("tokenHash", "=", tokenHash)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) return undefined
  const { linkId, generationId, photoshootId, expiresAt } = link
  const isIt = sql`picture.id = ${generationId ?? photoshootId} and not is_taken_down`
  const { rows } = await sql<ShownPicture>`${pictures(generationId ? "generations" : "photoshoots", isIt)}`.execute(db)
  return rows[0] && { ...rows[0], linkId, expiresAt }
}

export async function countVisit(db: Db, linkId: string): Promise<void> {
  await db
    .updateTable("privateLinks")
    .set((link) => ({ visits: link("visits", "+", 1) }))
    .where("id", "=", linkId)
    .execute()
}

/** Locks an own picture until the transaction ends. @returns false when the person has none of this id */
export async function lockOwn(tx: Tx, accountId: string, source: PictureSource, id: string): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(source)} where id = ${id} and account_id = ${accountId}
    for no key update`.execute(tx)
  return rows.length > 0
}

/** Private links of a picture that have not ended, the newest first. */
export function listLinks(db: Db, accountId: string, source: PictureSource, id: string) {
  return db
    .selectFrom("privateLinks")
    .select(["id", "createdAt", "expiresAt", "visits"])
    .where("accountId", "=", accountId)
    .where(source === "generations" ? "generationId" : "photoshootId", "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute()
}

interface NewLink {
  id: string
  accountId: string
  tokenHash: Buffer
  source: PictureSource
  pictureId: string
  hours: number
}

export function insertLink(tx: Tx, { id, accountId, tokenHash, source, pictureId, hours }: NewLink) {
  return tx
    .insertInto("privateLinks")
    .values({
      ...{ id, accountId, tokenHash },
      generationId: source === "generations" ? pictureId : null,
      photoshootId: source === "photoshoots" ? pictureId : null,
      expiresAt: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .returning(["id", "createdAt", "expiresAt", "visits"])
    .executeTakeFirstOrThrow()
}

/** @returns false when the person has none of this id */
export async function deleteLink(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom("privateLinks")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

/** A person's private links, for the copy of their data. */
export function listForCopy(db: Db, accountId: string) {
  return db
    .selectFrom("privateLinks")
    .select(["generationId", "photoshootId", "createdAt", "expiresAt", "visits"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt")
    .execute()
}
