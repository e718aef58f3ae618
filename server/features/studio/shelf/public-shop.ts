import { isSoldOut } from "#contract/studio/shelf.ts"
import type { Services } from "#server/declarations/services.ts"
import type { StandalonePage } from "#server/platform/http/standalone-page.ts"
import { listShownPictures, type ProductRow } from "./queries.ts"
import { dayOf, findOpenShop, isNumberProved, shopAddress } from "./shop.ts"
import { type ShownProduct, writeProductPage, writeShopPage } from "./shop-page.ts"
import * as queries from "./shop-queries.ts"

/** Products of one page of a shop: with them the page stays under 60 kB. */
const pageProducts = 48

/** Products of a shop that its sitemap reads at a time. */
const sitemapRows = 500

/** Shops that the list of sitemaps names; more than 50,000 are not allowed in one. */
const maxSitemaps = 50_000

type Looking = Pick<Services, "db" | "config" | "now" | "messenger">

/** What there is at an address of a shop. */
export type Shown =
  | { kind: "page"; page: StandalonePage; count: () => Promise<void> }
  | { kind: "moved"; handle: string }
  | { kind: "missing"; title: string; text: string }

const notOpen = { kind: "missing", title: "Not here", text: "This shop is not open." } as const

/** A shop's own page. Everything is asked of the database each time, so that what is closed is closed at once. */
export async function showShop(
  s: Looking,
  handle: string,
  { words, page }: { words: string | undefined; page: number },
): Promise<Shown> {
  const shop = await findOpenShop(s.db, handle.toLowerCase())
  if (!shop) return notOpen
  if (shop.handle !== handle) return { kind: "moved", handle: shop.handle }
  const asked = { words, offset: (page - 1) * pageProducts }
  const rows = await queries.listShown(s.db, shop.accountId, asked, pageProducts + 1)
  const products = await toShown(s, shop, rows.slice(0, pageProducts), 1)
  const hasMore = rows.length > pageProducts
  const written = writeShopPage(placeOf(s, shop), { products, words, page, hasMore })
  return { kind: "page", page: written, count: () => count(s, shop, "") }
}

/** The page of one product. */
export async function showProduct(s: Looking, handle: string, slug: string): Promise<Shown> {
  const shop = await findOpenShop(s.db, handle.toLowerCase())
  if (!shop) return notOpen
  if (shop.handle !== handle) return { kind: "moved", handle: shop.handle }
  const row = await queries.findBySlug(s.db, shop.accountId, slug)
  if (!row?.isOnShelf || row.isTakenDown) {
    return { kind: "missing", title: "Not here", text: `${shop.name} does not have this any more.` }
  }
  if (isSoldOut(row)) return { kind: "missing", title: "Sold out", text: `This is sold out at ${shop.name}.` }
  const [shown] = await toShown(s, shop, [row], Number.MAX_SAFE_INTEGER)
  if (!shown) return notOpen
  const page = writeProductPage(placeOf(s, shop), shown)
  return { kind: "page", page, count: () => count(s, shop, row.id) }
}

function placeOf(s: Looking, shop: queries.ShopRow) {
  return { publicUrl: s.config.publicUrl, shop, isNumberProved: isNumberProved(s, shop) }
}

function count(s: Looking, shop: queries.ShopRow, productId: string): Promise<void> {
  return queries.countVisit(s.db, shop.accountId, dayOf(s.now()), productId)
}

/** Products as strangers see them. @param pictures of each */
export async function toShown(
  s: Pick<Services, "db">,
  { currency }: Pick<queries.ShopRow, "currency">,
  rows: readonly ProductRow[],
  pictures: number,
): Promise<ShownProduct[]> {
  const placed = await listShownPictures(
    s.db,
    rows.map(({ id }) => id),
    pictures,
  )
  return rows.map((row) => {
    const price = currency === "NGN" ? row.priceNgn : row.priceUsd
    return {
      name: row.name,
      slug: row.slug ?? "",
      category: row.category,
      price: price === null ? null : Number(price),
      sku: row.sku,
      options: row.options,
      variants: row.variants,
      condition: row.condition,
      text: row.text,
      pictures: placed.filter(({ productId }) => productId === row.id).map(({ id }) => id),
    }
  })
}

/** The list of all shops' sitemaps. */
export async function listSitemaps({ db, config }: Pick<Services, "db" | "config">): Promise<string> {
  const handles = await queries.listOpenHandles(db, maxSitemaps)
  const entries = handles.map(
    (handle) => `<sitemap><loc>${shopAddress(config.publicUrl, handle)}/sitemap.xml</loc></sitemap>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</sitemapindex>\n`
}

/** The pages of one shop; null for one that is not open. */
export async function listShopSitemap(
  { db, config }: Pick<Services, "db" | "config">,
  handle: string,
): Promise<string | null> {
  const shop = await findOpenShop(db, handle)
  if (shop?.handle !== handle) return null
  const url = shopAddress(config.publicUrl, handle)
  const entries = [`<url><loc>${url}</loc></url>`]
  for (let after: string | null = null; ; ) {
    const rows: ProductRow[] = await queries.listShownAfter(db, shop.accountId, after, sitemapRows)
    for (const { slug, updatedAt } of rows) {
      entries.push(`<url><loc>${url}/${slug}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`)
    }
    after = rows.at(-1)?.sequence ?? null
    if (rows.length < sitemapRows) break
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>\n`
}
