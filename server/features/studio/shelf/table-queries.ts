import { type Insertable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { ProductRow } from "./queries.ts"

/** A product with the number of its pictures. */
export interface ShelfProduct extends ProductRow {
  pictures: number
}

/** A product as it is written. */
export type WrittenProduct = Omit<Insertable<Tables["products"]>, "accountId" | "takenDownFor">

/** All products of a person, oldest first. */
export async function listShelf(db: Db, accountId: string): Promise<ShelfProduct[]> {
  const rows = await db
    .selectFrom("products")
    .selectAll("products")
    .select((one) =>
      one
        .selectFrom("productPictures")
        .select((picture) => picture.fn.countAll<string>().as("count"))
        .whereRef("productPictures.productId", "=", "products.id")
        .as("pictures"),
    )
    .where("accountId", "=", accountId)
    .orderBy("sequence")
    .execute()
  return rows.map((row) => ({ ...row, pictures: Number(row.pictures) }))
}

/** Ids and versions of all products of a person, oldest first. */
export function listVersions(db: Db, accountId: string): Promise<Pick<ProductRow, "id" | "version">[]> {
  return db
    .selectFrom("products")
    .select(["id", "version"])
    .where("accountId", "=", accountId)
    .orderBy("sequence")
    .execute()
}

/** Rows of one statement: a database takes 65,535 values in one. */
const rowsAtOnce = 200

/** Writes new products and changed ones, all in a few statements. */
export async function writeProducts(
  tx: Tx,
  accountId: string,
  { created, changed }: { created: readonly WrittenProduct[]; changed: readonly WrittenProduct[] },
): Promise<void> {
  // Numbers may go from one product to another: none has one while they do.
  for (let from = 0; from < changed.length; from += rowsAtOnce) {
    const ids = changed.slice(from, from + rowsAtOnce).map(({ id }) => id)
    await tx
      .updateTable("products")
      .set({ sku: "" })
      .where("accountId", "=", accountId)
      .where("id", "in", ids)
      .execute()
  }
  const rows = [...changed, ...created].map((row) => ({ ...row, accountId, takenDownFor: null }))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto("products")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((row) => ({
          slug: row.ref("excluded.slug"),
          name: row.ref("excluded.name"),
          sku: row.ref("excluded.sku"),
          category: row.ref("excluded.category"),
          priceNgn: sql<number | null>`excluded.price_ngn`,
          priceUsd: sql<number | null>`excluded.price_usd`,
          options: sql<string>`excluded.options`,
          variants: sql<string>`excluded.variants`,
          stock: row.ref("excluded.stock"),
          isSoldOut: row.ref("excluded.isSoldOut"),
          condition: row.ref("excluded.condition"),
          text: row.ref("excluded.text"),
          notes: row.ref("excluded.notes"),
          isOnShelf: row.ref("excluded.isOnShelf"),
          version: sql<number>`products.version + 1`,
          updatedAt: sql<Date>`now()`,
        })),
      )
      .execute()
  }
}
