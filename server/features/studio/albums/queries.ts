import { type RawBuilder, sql } from "kysely"
import type { AlbumNumbers } from "#contract/studio/albums.ts"
import type { Db, Tx } from "#server/db/open.ts"

/** An album with what its pictures come to. */
export interface AlbumRow {
  id: string
  name: string
  isArchived: boolean
  productId: string | null
  productName: string | null
  count: number
  coverId: string | null
  coverVersion: number | null
  chosen: number
}

/** Changes of which albums a person has come one after the other, so that their number holds for those at once. */
export async function lockAlbums(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`albums:${accountId}`}, 0))`.execute(tx)
}

/**
 * A person's albums by name. Pictures in the trash count nowhere.
 * @param one only the album of this id
 * @param pictures ids of which is told how many are in each
 */
export async function listAlbums(
  db: Db,
  accountId: string,
  { one, pictures = [] }: { one?: string; pictures?: readonly string[] | undefined } = {},
): Promise<AlbumRow[]> {
  const isChosen = pictures.length === 0 ? sql`false` : sql`picture.id in (${sql.join(pictures)})`
  const isOne = one === undefined ? sql`true` : sql`albums.id = ${one}`
  const { rows } = await sql<AlbumRow>`
    select albums.id, albums.name, is_archived as "isArchived", product_id as "productId", products.name as "productName",
      kept.count, kept.chosen, cover.id as "coverId", cover.version as "coverVersion"
    from albums left join products on products.id = albums.product_id
    cross join lateral (
      select count(*)::int as count, (count(*) filter (where ${isChosen}))::int as chosen
      from album_pictures join generations as picture on picture.id = generation_id where album_id = albums.id) as kept
    left join lateral (
      select picture.id, picture.version from album_pictures join generations as picture on picture.id = generation_id
      where album_id = albums.id order by added_at desc, picture.id limit 1) as cover on true
    where albums.account_id = ${accountId} and ${isOne}
    order by lower(albums.name), albums.id`.execute(db)
  return rows
}

export async function countAlbums(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("albums")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAlbum(
  tx: Tx,
  album: { id: string; accountId: string; name: string; productId: string | null },
): Promise<void> {
  await tx.insertInto("albums").values(album).execute()
}

/** Whether the person has such a product that is no other album's. */
export async function findProduct(
  db: Db,
  accountId: string,
  id: string,
  albumId: string | null,
): Promise<"free" | "taken" | undefined> {
  const row = await db
    .selectFrom("products")
    .leftJoin("albums", "albums.productId", "products.id")
    .select("albums.id as albumId")
    .where("products.id", "=", id)
    .where("products.accountId", "=", accountId)
    .executeTakeFirst()
  return row && (row.albumId === null || row.albumId === albumId ? "free" : "taken")
}

/** Holds an own album until the transaction ends. @returns false when the person has none of this id */
export async function lockAlbum(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("albums")
    .select("id")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAlbum(
  tx: Tx,
  id: string,
  row: { name?: string | undefined; isArchived?: boolean | undefined; productId?: string | null | undefined },
): Promise<void> {
  const set = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length > 0) await tx.updateTable("albums").set(set).where("id", "=", id).execute()
}

export async function deleteAlbum(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("albums").where("id", "=", id).execute()
}

/** Which of these pictures are the person's; they stay until the transaction ends. */
export async function lockOwn(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("generations")
    .select("id")
    .where("accountId", "=", accountId)
    .where("id", "in", ids)
    .orderBy("id")
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How many pictures an album has; those in the trash, which may come back to it, count too. */
export async function countKept(db: Db, albumId: string): Promise<number> {
  const { count } = await db
    .selectFrom("albumPictures")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("albumId", "=", albumId)
    .executeTakeFirstOrThrow()
  return count
}

/** Which of these pictures are in an album. */
export async function listKept(db: Db, albumId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("albumPictures")
    .select("generationId")
    .where("albumId", "=", albumId)
    .where("generationId", "in", ids)
    .execute()
  return new Set(rows.map(({ generationId }) => generationId))
}

export async function putInto(tx: Tx, albumId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto("albumPictures")
    .values(ids.map((generationId) => ({ albumId, generationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function takeOut(tx: Tx, albumId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("albumPictures").where("albumId", "=", albumId).where("generationId", "in", ids).execute()
}

const ofAlbum = (albumId: string): RawBuilder<unknown> =>
  sql`album_pictures join generations as picture on picture.id = generation_id where album_id = ${albumId}`

/** An album's newest pictures that are not in the trash. */
export async function listSome(db: Db, albumId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select picture.id from ${ofAlbum(albumId)} order by picture.created_at desc, picture.sequence limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function countAll(db: Db, albumId: string): Promise<AlbumNumbers> {
  const { rows } = await sql<AlbumNumbers>`
    select count(*)::int as pictures,
      (count(*) filter (where exists (
        select from album_pictures as other where other.generation_id = picture.id and other.album_id <> ${albumId})))::int
        as "inOthers",
      (count(*) filter (where exists (
        select from product_pictures where product_pictures.generation_id = picture.id)))::int as "onProducts",
      (count(*) filter (where picture.is_public))::int as public,
      (select count(*)::int from private_links where album_id = ${albumId} and expires_at > now()) as links
    from ${ofAlbum(albumId)}`.execute(db)
  return rows[0] ?? { pictures: 0, inOthers: 0, onProducts: 0, public: 0, links: 0 }
}

/** A person's albums with the ids of their pictures, for the copy of their data. */
export async function listForCopy(db: Db, accountId: string) {
  const { rows } = await sql<{
    name: string
    isArchived: boolean
    productId: string | null
    createdAt: Date
    pictures: string[]
  }>`
    select name, is_archived as "isArchived", product_id as "productId", created_at as "createdAt",
      array(select generation_id from album_pictures where album_id = albums.id order by added_at, generation_id) as pictures
    from albums where account_id = ${accountId} order by created_at, id`.execute(db)
  return rows
}
