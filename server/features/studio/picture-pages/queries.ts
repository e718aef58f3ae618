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

/** What a private link shows: one picture, or an album. */
export interface LinkTarget {
  source: PictureSource | "albums"
  id: string
}

const columns = { generations: "generationId", photoshoots: "photoshootId", albums: "albumId" } as const

/** A private link that has not ended. */
export interface OpenLink {
  linkId: string
  target: LinkTarget
  expiresAt: Date
}

export async function findLink(db: Db, tokenHash: Buffer): Promise<OpenLink | undefined> {
  const link = await db
    .selectFrom("privateLinks")
    .select(["id", "generationId", "photoshootId", "albumId", "expiresAt"])
    .where("tokenHash", "=", tokenHash)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) return undefined
  for (const source of ["generations", "photoshoots", "albums"] as const) {
    const id = link[columns[source]]
    if (id !== null) return { linkId: link.id, target: { source, id }, expiresAt: link.expiresAt }
  }
  return undefined
}

/** The picture of a private link, as long as its maker may show it. */
export async function findPrivate(db: Db, source: PictureSource, id: string): Promise<ShownPicture | undefined> {
  const { rows } = await sql<ShownPicture>`
    ${pictures(source, sql`picture.id = ${id} and not is_taken_down`)}`.execute(db)
  return rows[0]
}

const isIn = (albumId: string): RawBuilder<unknown> =>
  sql`not is_taken_down and picture.id in (select generation_id from album_pictures where album_id = ${albumId})`

/** A picture of an album, as long as it is in it and its maker may show it. */
export async function findInAlbum(db: Db, albumId: string, id: string): Promise<ShownPicture | undefined> {
  const { rows } = await sql<ShownPicture>`
    ${pictures("generations", sql`picture.id = ${id} and ${isIn(albumId)}`)}`.execute(db)
  return rows[0]
}

/** Pictures of an album that its maker may show, the newest first, and how many there are. */
export async function listInAlbum(
  db: Db,
  albumId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ shown: ShownPicture[]; count: number }> {
  const all = pictures("generations", isIn(albumId))
  const { rows: shown } = await sql<ShownPicture>`
    ${all} order by picture.created_at desc, picture.id limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${all}) as picture`.execute(db)
  return { shown, count: rows[0]?.count ?? 0 }
}

export async function countVisit(db: Db, linkId: string): Promise<void> {
  await db
    .updateTable("privateLinks")
    .set((link) => ({ visits: link("visits", "+", 1) }))
    .where("id", "=", linkId)
    .execute()
}

/** Locks an own picture or album until the transaction ends. @returns false when the person has none of this id */
export async function lockOwn(tx: Tx, accountId: string, { source, id }: LinkTarget): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(source)} where id = ${id} and account_id = ${accountId}
    for no key update`.execute(tx)
  return rows.length > 0
}

/** Private links to a picture or album that have not ended, the newest first. */
export function listLinks(db: Db, accountId: string, { source, id }: LinkTarget) {
  return db
    .selectFrom("privateLinks")
    .select(["id", "createdAt", "expiresAt", "visits"])
    .where("accountId", "=", accountId)
    .where(columns[source], "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute()
}

interface NewLink {
  id: string
  accountId: string
  tokenHash: Buffer
  target: LinkTarget
  hours: number
}

export function insertLink(tx: Tx, { id, accountId, tokenHash, target, hours }: NewLink) {
  return tx
    .insertInto("privateLinks")
    .values({
      ...{ id, accountId, tokenHash },
      ...{ generationId: null, photoshootId: null, albumId: null, [columns[target.source]]: target.id },
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
    .select(["generationId", "photoshootId", "albumId", "createdAt", "expiresAt", "visits"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt")
    .execute()
}
