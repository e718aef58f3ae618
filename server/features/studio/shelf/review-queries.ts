import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/** A shop, named by its person, or a product. */
export interface ReviewedRef {
  kind: "shop" | "product"
  id: string
}

export interface ReviewedRow extends ReviewedRef {
  accountId: string
  name: string
  text: string
  handle: string | null
  slug: string | null
  ownerName: string
  takenDownFor: string | null
  takedownId: string | null
  isTakenDown: boolean
}

const shopColumns = sql`'shop' as kind, shops.account_id as id, shops.account_id as "accountId", shops.name,
  concat_ws(E'\n', nullif(shops.opening, ''), nullif(shops.delivery, '')) as text, shops.handle, null as slug,
  accounts.name as "ownerName", shops.taken_down_for as "takenDownFor", shops.takedown_id as "takedownId",
  shops.is_taken_down as "isTakenDown"`

const productColumns = sql`'product' as kind, products.id, products.account_id as "accountId", products.name, products.text,
  shops.handle, products.slug, accounts.name as "ownerName", products.taken_down_for as "takenDownFor",
  products.takedown_id as "takedownId", products.is_taken_down as "isTakenDown"`

const shops = sql`select ${shopColumns} from shops join accounts on accounts.id = shops.account_id`
const products = sql`select ${productColumns} from products join accounts on accounts.id = products.account_id
  left join shops on shops.account_id = products.account_id`

/** What is looked at, newest first. A product that is no more on the shelf is nobody's at the desk. */
export async function listReviewed(db: Db, list: "reports" | "down" | "open", limit: number): Promise<ReviewedRow[]> {
  const both = {
    reports: sql`
      ${shops} where shops.is_published and exists
        (select from shop_reports where shop_reports.account_id = shops.account_id and product_id is null and state = 'open')
      union all ${products} where products.is_on_shelf and exists
        (select from shop_reports where shop_reports.product_id = products.id and state = 'open')`,
    down: sql`${shops} where shops.is_taken_down union all ${products} where products.is_taken_down`,
    open: sql`${shops} where shops.is_published and not shops.is_taken_down`,
  }[list]
  const { rows } = await sql<ReviewedRow>`select * from (${both}) as found order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Open reports of these, oldest first. */
export async function listReports(db: Db, refs: readonly ReviewedRef[]) {
  if (refs.length === 0) return []
  const ids = refs.map(({ id }) => id)
  return db
    .selectFrom("shopReports")
    .select(["accountId", "productId", "reason", "note", "createdAt"])
    .where("state", "=", "open")
    .where((row) =>
      row.or([row("productId", "in", ids), row.and([row("accountId", "in", ids), row("productId", "is", null)])]),
    )
    .orderBy("sequence")
    .limit(500)
    .execute()
}

/** How many shops and products have an open report. */
export async function countReported(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (account_id, product_id))::int as count from shop_reports where state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes a report down, unless the same network has one open about it. */
export async function insertReport(
  db: Db,
  row: { id: string; accountId: string; productId: string | null; reason: string; note: string; reporterKey: Buffer },
): Promise<void> {
  await db
    .insertInto("shopReports")
    .values({ ...row, decidedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findReviewed(tx: Tx, { kind, id }: ReviewedRef): Promise<ReviewedRow | undefined> {
  const found =
    kind === "shop" ? sql`${shops} where shops.account_id = ${id}` : sql`${products} where products.id = ${id}`
  const { rows } = await sql<ReviewedRow>`${found}`.execute(tx)
  return rows[0]
}

/** Hides it from everybody, or shows it again. */
export async function setTakenDown(
  tx: Tx,
  { kind, id }: ReviewedRef,
  taken: { reason: string; takedownId: string } | null,
): Promise<void> {
  const row = {
    isTakenDown: taken !== null,
    takenDownFor: taken?.reason ?? null,
    takedownId: taken?.takedownId ?? null,
  }
  if (kind === "shop") await tx.updateTable("shops").set(row).where("accountId", "=", id).execute()
  else await tx.updateTable("products").set(row).where("id", "=", id).execute()
}

/** @returns how many reports it closed */
export async function decideReports(tx: Tx, { kind, id }: ReviewedRef, state: "upheld" | "dismissed"): Promise<number> {
  const closed = await tx
    .updateTable("shopReports")
    .set({ state, decidedAt: sql<Date>`now()` })
    .where("state", "=", "open")
    .where((row) =>
      kind === "product"
        ? row("productId", "=", id)
        : row.and([row("accountId", "=", id), row("productId", "is", null)]),
    )
    .returning("id")
    .execute()
  return closed.length
}

/** Locks an account, before what belongs to it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
}
