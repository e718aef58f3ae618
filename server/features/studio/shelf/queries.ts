import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type ProductRow = Selectable<Tables["products"]>

/** Changes of one person's shelf come one after the other, so that numbers and limits hold for those at once. */
export async function lockShelf(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shelf:${accountId}`}, 0))`.execute(tx)
}

/** How many products a person has, and how many of them stand in the shop. */
export async function countProducts(db: Db, accountId: string): Promise<{ all: number; onShelf: number }> {
  const row = await db
    .selectFrom("products")
    .select((one) => [
      one.fn.countAll<string>().as("all"),
      sql<string>`count(*) filter (where is_on_shelf)`.as("onShelf"),
    ])
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), onShelf: Number(row.onShelf) }
}

export function insertProduct(tx: Tx, row: Insertable<Tables["products"]>): Promise<ProductRow> {
  return tx.insertInto("products").values(row).returningAll().executeTakeFirstOrThrow()
}

export function findProduct(db: Db, accountId: string, id: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** The same, kept from changing until the transaction ends. */
export function lockProduct(tx: Tx, accountId: string, id: string): Promise<ProductRow | undefined> {
  return tx
    .selectFrom("products")
    .selectAll()
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns undefined when the person has none of this id, or it was changed since that version */
export function updateProduct(
  tx: Tx,
  { accountId, id, version }: { accountId: string; id: string; version: number },
  row: Updateable<Tables["products"]>,
): Promise<ProductRow | undefined> {
  return tx
    .updateTable("products")
    .set({ ...row, version: version + 1, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst()
}

/** Writes down the newest work on the photo that a product was begun with. */
export async function setRuns(
  tx: Tx,
  id: string,
  runs: Pick<Updateable<Tables["products"]>, "cutOutRunId" | "sceneRunId">,
): Promise<void> {
  await tx.updateTable("products").set(runs).where("id", "=", id).execute()
}

/** @returns false when the person has none of this id */
export async function deleteProduct(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom("products")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .returning("id")
    .executeTakeFirst()
  return gone !== undefined
}

/** @returns whether another product of the person has this number */
export async function hasSku(db: Db, accountId: string, sku: string, except: string): Promise<boolean> {
  const row = await db
    .selectFrom("products")
    .select("id")
    .where("accountId", "=", accountId)
    .where(sql<string>`lower(sku)`, "=", sku.toLowerCase())
    .where("sku", "<>", "")
    .where("id", "<>", except)
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses of a person's products that begin so. */
export async function listSlugs(db: Db, accountId: string, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .select("slug")
    .where("accountId", "=", accountId)
    .where(sql<SqlBool>`starts_with(slug, ${beginning})`)
    .execute()
  return rows.flatMap(({ slug }) => slug ?? [])
}

/** A page of a person's products, newest first. */
export function listProducts(
  db: Db,
  accountId: string,
  narrowed: {
    words: string | undefined
    state: "on-shelf" | "draft" | "sold-out" | undefined
    after: string | undefined
  },
  limit: number,
): Promise<ProductRow[]> {
  const { words, state, after } = narrowed
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .$if(after !== undefined, (query) => query.where("sequence", "<", after ?? ""))
    .$if(state === "on-shelf", (query) => query.where("isOnShelf", "=", true))
    .$if(state === "draft", (query) => query.where("isOnShelf", "=", false))
    .$if(state === "sold-out", (query) => query.where("isSoldOut", "=", true))
    .$if(words !== undefined, (query) =>
      query.where(
        sql<SqlBool>`strpos(lower(name), lower(${words}::text)) > 0 or strpos(lower(sku), lower(${words}::text)) > 0`,
      ),
    )
    .orderBy("sequence", "desc")
    .limit(limit)
    .execute()
}

/** A picture of a product, wherever it is kept. */
export interface PlacedPicture {
  /** By which the shop's page asks for it. */
  id: string
  productId: string
  source: "generations" | "photoshoots" | "files"
  /** Of the picture itself. */
  pictureId: string
  /** Of a picture that was made here: grows with each change of its file. */
  version: number
}

/** Pictures of these products in their order, as their seller sees them. @param limit of each product */
export function listPictures(db: Db, productIds: readonly string[], limit: number): Promise<PlacedPicture[]> {
  return list(db, productIds, limit, sql`true`)
}

/** The same as everybody sees them: without pictures that operators took down. */
export function listShownPictures(db: Db, productIds: readonly string[], limit: number): Promise<PlacedPicture[]> {
  const isUp = sql`
    not exists (select from generations where generations.id = generation_id and generations.is_taken_down)
    and not exists (select from photoshoots where photoshoots.id = photoshoot_id and photoshoots.is_taken_down)`
  return list(db, productIds, limit, isUp)
}

/** That a product's picture is not in the trash, from which it may come back to it. */
export const isOutOfTrash = sql`
  (file_sequence is not null or exists (select from generations where generations.id = generation_id)
    or exists (select from photoshoots where photoshoots.id = photoshoot_id))`

async function list(
  db: Db,
  productIds: readonly string[],
  limit: number,
  condition: RawBuilder<unknown>,
): Promise<PlacedPicture[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<PlacedPicture>`
    select placed.id, placed.product_id as "productId", coalesce(generations.version, 0) as version,
      case when placed.generation_id is not null then 'generations' when placed.photoshoot_id is not null then 'photoshoots'
        else 'files' end as source,
      coalesce(placed.generation_id, placed.photoshoot_id, files.id) as "pictureId"
    from (select *, row_number() over (partition by product_id order by position) as place from product_pictures
      where product_id in (${sql.join(productIds)}) and ${isOutOfTrash} and ${condition}) as placed
    left join generations on generations.id = placed.generation_id
    left join files on files.sequence = placed.file_sequence
    where place <= ${limit} order by placed.product_id, placed.position`.execute(db)
  return rows
}

/** Where the bytes of a product's picture are, for its owner. */
export interface StoredProductPicture {
  productId: string
  /** Of a picture that was made here, a shot left out. */
  generationId: string | null
  /** Of a picture that was made here. */
  storageKey: string | null
  byteSize: string
  mimeType: string
  /** Of an upload. */
  fileId: string | null
  fileSequence: string | null
}

/** The files of these products' pictures, in their order. */
export async function listStoredPictures(db: Db, productIds: readonly string[]): Promise<StoredProductPicture[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<StoredProductPicture>`
    select placed.product_id as "productId", placed.generation_id as "generationId",
      coalesce(generations.storage_key, photoshoots.storage_key) as "storageKey",
      coalesce(generations.byte_size, photoshoots.byte_size, files.byte_size)::text as "byteSize",
      coalesce(generations.mime_type, photoshoots.mime_type, files.mime_type) as "mimeType",
      files.id as "fileId", files.sequence::text as "fileSequence"
    from product_pictures as placed
    left join generations on generations.id = placed.generation_id
    left join photoshoots on photoshoots.id = placed.photoshoot_id
    left join files on files.sequence = placed.file_sequence
    where placed.product_id in (${sql.join(productIds)}) and ${isOutOfTrash} order by placed.product_id, placed.position`.execute(
    db,
  )
  return rows
}

/** Which of a person's own pictures of one kind there are, by their ids, with what their rows are named by. */
export async function findOwn(
  db: Db,
  accountId: string,
  source: PlacedPicture["source"],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const named: RawBuilder<unknown> =
    source === "files"
      ? sql`select id, sequence::text as name from files
          where account_id = ${accountId} and bucket_id = 'images' and is_ready and width is not null and id in (${sql.join(ids)})
          for key share`
      : sql`select id, id as name from ${sql.table(source)} where account_id = ${accountId} and id in (${sql.join(ids)})
          for key share`
  const { rows } = await sql<{ id: string; name: string }>`${named}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Puts these pictures in the place of those that a product had. */
export async function replacePictures(
  tx: Tx,
  productId: string,
  rows: readonly Insertable<Tables["productPictures"]>[],
): Promise<void> {
  await tx.deleteFrom("productPictures").where("productId", "=", productId).execute()
  if (rows.length > 0) await tx.insertInto("productPictures").values(rows).execute()
}

/** A page of a person's products, oldest first. @param after `sequence` of the last one before */
export function listForCopy(db: Db, accountId: string, limit: number, after: string | null): Promise<ProductRow[]> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}
