import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { isOutOfTrash, type PlacedPicture, type ProductRow } from "./queries.ts"

export type ShopRow = Selectable<Tables["shops"]>

export function findShop(db: Db, accountId: string): Promise<ShopRow | undefined> {
  return db.selectFrom("shops").selectAll().where("accountId", "=", accountId).executeTakeFirst()
}

export function insertShop(tx: Tx, row: Insertable<Tables["shops"]>): Promise<ShopRow> {
  return tx.insertInto("shops").values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a shop; its version counts what its form says, and nothing else. */
export function updateShop(tx: Tx, accountId: string, row: Updateable<Tables["shops"]>): Promise<ShopRow> {
  return tx
    .updateTable("shops")
    .set({ ...row, updatedAt: sql<Date>`now()` })
    .where("accountId", "=", accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes a handle for a person, for good. @returns false when it leads to somebody else's shop */
export async function takeHandle(tx: Tx, accountId: string, handle: string): Promise<boolean> {
  await tx
    .insertInto("shopHandles")
    .values({ handle, accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom("shopHandles").select("accountId").where("handle", "=", handle).executeTakeFirst()
  return row?.accountId === accountId
}

/** Gives a handle back that nobody knows. */
export async function releaseHandle(tx: Tx, accountId: string, handle: string): Promise<void> {
  await tx.deleteFrom("shopHandles").where("handle", "=", handle).where("accountId", "=", accountId).execute()
}

/** The shop that everybody sees at a handle, which may be one that it had before. */
export function findOpenShop(db: Db, handle: string): Promise<ShopRow | undefined> {
  return db
    .selectFrom("shopHandles")
    .innerJoin("shops", "shops.accountId", "shopHandles.accountId")
    .innerJoin("accounts", "accounts.id", "shops.accountId")
    .selectAll("shops")
    .where("shopHandles.handle", "=", handle)
    .where("shops.isPublished", "=", true)
    .where("shops.isTakenDown", "=", false)
    .where("accounts.publishing", "<>", "blocked")
    .where("accounts.isBlocked", "=", false)
    .executeTakeFirst()
}

const isShown = sql<SqlBool>`is_on_shelf and not is_taken_down and not is_sold_out`

/** A page of what everybody may see of a shop, newest first. */
export function listShown(
  db: Db,
  accountId: string,
  { words, offset }: { words: string | undefined; offset: number },
  limit: number,
): Promise<ProductRow[]> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .where(isShown)
    .$if(words !== undefined, (query) => query.where(sql<SqlBool>`strpos(lower(name), lower(${words}::text)) > 0`))
    .orderBy("sequence", "desc")
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Products of a shop that everybody may see, in the order in which they were made. @param after `sequence` of the last one before */
export function listShownAfter(db: Db, accountId: string, after: string | null, limit: number): Promise<ProductRow[]> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .where(isShown)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

export function findBySlug(db: Db, accountId: string, slug: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("slug", "=", slug)
    .executeTakeFirst()
}

/** Where the bytes of a picture are. */
export interface StoredSource {
  source: PlacedPicture["source"]
  /** Of a picture that was made here. */
  storageKey: string | null
  mimeType: string
  /** Of an upload. */
  fileId: string | null
  fileSequence: string | null
}

const sourceColumns = sql`
  case when named.generation_id is not null then 'generations' when named.photoshoot_id is not null then 'photoshoots'
    else 'files' end as source,
  coalesce(generations.storage_key, photoshoots.storage_key) as "storageKey",
  coalesce(generations.mime_type, photoshoots.mime_type, files.mime_type) as "mimeType",
  files.id as "fileId", files.sequence::text as "fileSequence"`

const sourceJoins = sql`
  left join generations on generations.id = named.generation_id and not generations.is_taken_down
  left join photoshoots on photoshoots.id = named.photoshoot_id and not photoshoots.is_taken_down
  left join files on files.sequence = named.file_sequence`

const isThere = sql`coalesce(generations.id, photoshoots.id, files.id) is not null`

/** A picture that stands in a shop which everybody may see, by the id under which its page asks for it. */
export async function findShownPicture(db: Db, id: string): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select ${sourceColumns} from product_pictures as named
    join products on products.id = named.product_id and is_on_shelf and not products.is_taken_down and not is_sold_out
    join shops on shops.account_id = products.account_id and shops.is_published and not shops.is_taken_down
    join accounts on accounts.id = products.account_id and accounts.publishing <> 'blocked' and not accounts.is_blocked
    ${sourceJoins} where named.id = ${id} and ${isThere}`.execute(db)
  return rows[0]
}

/** The first picture of a product. */
export async function findFirstPicture(db: Db, productId: string): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select ${sourceColumns} from product_pictures as named ${sourceJoins}
    where named.product_id = ${productId} and ${isThere} order by named.position limit 1`.execute(db)
  return rows[0]
}

/** The first picture of each of these products, by their ids. */
export async function listFirstPictures(db: Db, productIds: readonly string[]): Promise<Map<string, StoredSource>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<StoredSource & { productId: string }>`
    select distinct on (named.product_id) named.product_id as "productId", ${sourceColumns}
    from product_pictures as named ${sourceJoins}
    where named.product_id in (${sql.join(productIds)}) and ${isThere} order by named.product_id, named.position`.execute(
    db,
  )
  return new Map(rows.map(({ productId, ...source }) => [productId, source]))
}

/** What stands in a person's shop, and what of it is sold out; each with its trade and name. */
export function listForPriceList(
  db: Db,
  accountId: string,
): Promise<Pick<ProductRow, "id" | "category" | "isSoldOut">[]> {
  return db
    .selectFrom("products")
    .select(["id", "category", "isSoldOut"])
    .where("accountId", "=", accountId)
    .where("isOnShelf", "=", true)
    .where("isTakenDown", "=", false)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute()
}

/** Products by their ids, of those that stand in the shop. */
export function listProductsById(db: Db, accountId: string, ids: readonly string[]): Promise<ProductRow[]> {
  return db
    .selectFrom("products")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("isOnShelf", "=", true)
    .where("isTakenDown", "=", false)
    .where("id", "in", ids)
    .execute()
}

/** Pictures of a product in their order; of those that operators took down nothing is told. */
export async function listStoredPictures(
  db: Db,
  productId: string,
): Promise<(StoredSource | { storageKey: null; mimeType: null; fileSequence: null })[]> {
  const { rows } = await sql<StoredSource>`
    select ${sourceColumns} from product_pictures as named ${sourceJoins}
    where named.product_id = ${productId} and ${isOutOfTrash} order by named.position`.execute(db)
  return rows
}

/** The logo of a shop. */
export async function findLogo(db: Db, accountId: string): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select ${sourceColumns}
    from (select logo_generation_id as generation_id, logo_photoshoot_id as photoshoot_id, logo_file_sequence as file_sequence
      from shops where account_id = ${accountId}) as named
    ${sourceJoins} where ${isThere}`.execute(db)
  return rows[0]
}

/** Which picture the logo is. */
export async function findLogoRef(
  db: Db,
  accountId: string,
): Promise<Omit<PlacedPicture, "id" | "productId"> | undefined> {
  const { rows } = await sql<Omit<PlacedPicture, "id" | "productId">>`
    select case when logo_generation_id is not null then 'generations' when logo_photoshoot_id is not null then 'photoshoots'
        else 'files' end as source,
      coalesce(generations.id, photoshoots.id, files.id) as "pictureId", coalesce(generations.version, 0) as version
    from shops left join files on files.sequence = logo_file_sequence
    left join generations on generations.id = logo_generation_id
    left join photoshoots on photoshoots.id = logo_photoshoot_id
    where shops.account_id = ${accountId} and ${isThere}`.execute(db)
  return rows[0]
}

/** Counts one look at a page. @param productId "" for the shop's own page */
export async function countVisit(db: Db, accountId: string, day: string, productId: string): Promise<void> {
  await db
    .insertInto("shopVisits")
    .values({ accountId, day, productId, visits: 1 })
    .onConflict((conflict) =>
      conflict.columns(["accountId", "day", "productId"]).doUpdateSet({ visits: sql<number>`shop_visits.visits + 1` }),
    )
    .execute()
}

/** Visits since a day: of all pages by day, newest first, and by product, the most seen first. */
export async function listVisits(db: Db, accountId: string, since: string) {
  const days = await db
    .selectFrom("shopVisits")
    .select((row) => [sql<string>`day::text`.as("day"), row.fn.sum<string>("visits").as("visits")])
    .where("accountId", "=", accountId)
    .where("day", ">=", since)
    .groupBy("day")
    .orderBy("day", "desc")
    .execute()
  const products = await db
    .selectFrom("shopVisits")
    .innerJoin("products", "products.id", "shopVisits.productId")
    .select((row) => ["products.id", "products.name", row.fn.sum<string>("visits").as("visits")])
    .where("shopVisits.accountId", "=", accountId)
    .where("day", ">=", since)
    .groupBy(["products.id", "products.name"])
    .orderBy("visits", "desc")
    .limit(20)
    .execute()
  return { days, products }
}

/** Forgets visits before a day. */
export async function deleteVisitsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom("shopVisits").where("day", "<", day).execute()
}

/** Shops that everybody may see, in the order of their handles. */
export async function listOpenHandles(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("shops")
    .innerJoin("accounts", "accounts.id", "shops.accountId")
    .select("handle")
    .where("isPublished", "=", true)
    .where("isTakenDown", "=", false)
    .where("accounts.publishing", "<>", "blocked")
    .where("accounts.isBlocked", "=", false)
    .orderBy("handle")
    .limit(limit)
    .execute()
  return rows.map(({ handle }) => handle)
}
