import { serialiseDate } from "#contract/primitives.ts"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { toShelfPicture } from "./pictures.ts"
import { listForCopy, listPictures, type ProductRow } from "./queries.ts"
import { findShop, listVisits } from "./shop-queries.ts"

/** What a person sells and where; it goes with the account's row. */
export const shelfData: PersonalData = {
  async *records(s, { accountId }) {
    const products: object[] = []
    const read = (last: ProductRow | null) => listForCopy(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const row of rowsInPages(read)) {
      const { accountId: _owner, sequence: _number, createdAt, updatedAt, ...kept } = row
      const pictures = await listPictures(s.db, [row.id], Number.MAX_SAFE_INTEGER)
      products.push({
        ...kept,
        pictures: pictures.map((picture) => toShelfPicture(picture).url),
        createdAt: serialiseDate(createdAt),
        updatedAt: serialiseDate(updatedAt),
      })
    }
    if (products.length > 0) yield { name: "products.json", value: products }
    const shop = await findShop(s.db, accountId)
    if (!shop) return
    const { accountId: _owner, feedNumber: _feed, ...said } = shop
    yield { name: "shop.json", value: { ...said, visits: await listVisits(s.db, accountId, "0001-01-01") } }
  },
}
