import { timingSafeEqual } from "node:crypto"
import { trades } from "#contract/catalogue/trades.ts"
import { maxProductPictures } from "#contract/studio/shelf.ts"
import { plainPrice } from "#contract/studio/shelf-price.ts"
import type { ProductTable } from "#contract/studio/shelf-shop.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { qrPath } from "#server/platform/documents/qr-path.ts"
import { AppError } from "#server/platform/errors.ts"
import { listForCopy, listShownPictures, type ProductRow } from "./queries.ts"
import { feedSecret, findOpenShop, shopAddress } from "./shop.ts"
import { shopPicturePath } from "./shop-page.ts"
import { findShop, listShownAfter, type ShopRow } from "./shop-queries.ts"

/** Rows that are read at a time, so that the length of a table costs no memory. */
const pageRows = 200

interface PicturedRow extends ProductRow {
  /** Ids under which the shop shows its pictures. */
  pictures: readonly string[]
}

/** Products page by page, with their pictures. */
async function* pictured(
  { db }: Pick<Services, "db">,
  read: (after: string | null) => Promise<ProductRow[]>,
): AsyncGenerator<PicturedRow> {
  for (let after: string | null = null; ; ) {
    const rows: ProductRow[] = await read(after)
    const ids = rows.map(({ id }) => id)
    const pictures = await listShownPictures(db, ids, maxProductPictures)
    for (const row of rows) {
      const own = pictures.filter(({ productId }) => productId === row.id).map(({ id }) => id)
      yield { ...row, pictures: own }
    }
    after = rows.at(-1)?.sequence ?? null
    if (rows.length < pageRows) return
  }
}

function shownIn(s: Pick<Services, "db">, { accountId }: Pick<ShopRow, "accountId">): AsyncGenerator<PicturedRow> {
  return pictured(s, (after) => listShownAfter(s.db, accountId, after, pageRows))
}

/** Columns of Meta's catalogue feed, in the order of its documentation. */
const feedColumns = [
  ...["id", "title", "description", "availability", "condition", "price", "link", "image_link"],
  ...["brand", "additional_image_link"],
] as const

/**
 * The feed of an open shop for Meta's catalogues, by the secret in its address.
 * @returns null for a wrong secret and for a shop that is not open
 */
export async function feedLines(
  s: Pick<Services, "db" | "config" | "tokenKey">,
  handle: string,
  secret: string,
): Promise<AsyncGenerator<string> | null> {
  const shop = await findOpenShop(s.db, handle)
  if (!shop) return null
  const [given, right] = [Buffer.from(secret), Buffer.from(feedSecret(s, shop))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return writeFeed(s, shop)
}

async function* writeFeed(s: Pick<Services, "db" | "config">, shop: ShopRow): AsyncGenerator<string> {
  const { publicUrl } = s.config
  yield csvLine(feedColumns)
  for await (const row of shownIn(s, shop)) {
    const price = shop.currency === "NGN" ? row.priceNgn : row.priceUsd
    const [first, ...others] = row.pictures.map((id) => `${publicUrl}${shopPicturePath(id, 1080)}`)
    // Without one of these the whole feed would be refused.
    if (price === null || first === undefined) continue
    yield csvLine([
      row.id,
      row.name,
      row.text || row.name,
      "in stock",
      row.condition,
      `${plainPrice(Number(price))} ${shop.currency}`,
      `${shopAddress(publicUrl, shop.handle)}/${row.slug}`,
      first,
      shop.name,
      others.join(","),
    ])
  }
}

const numbered = (name: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => `${name}${from + place}`)

const ownColumns = [
  ...["number", "name", "trade", "price_ngn", "price_usd", "condition", "stock", "text", "notes", "in_shop"],
  ...[1, 2, 3].flatMap((option) => [`option_${option}`, `values_${option}`]),
  ...["stock_of_options", "aworan_id"],
]

/** Pictures that one product has at Jumia. */
const jumiaPictures = 8

const jumiaColumns = [
  ...["SellerSKU", "Name", "Brand", "PrimaryCategory", "Description", "Price", "Quantity", "Variation", "MainImage"],
  ...numbered("Image", 2, jumiaPictures),
]

const kongaColumns = [
  ...["SKU", "Product Name", "Category", "Description", "Condition", "Price", "Quantity"],
  ...numbered("Image ", 1, 4),
]

/** Products as lines of a table. @throws AppError `not_found` for a place's table before there is a shop, where its pictures are shown */
export async function productLines(
  s: Pick<Services, "db" | "config">,
  accountId: string,
  table: ProductTable,
): Promise<AsyncGenerator<string>> {
  if (table === "own") return writeOwn(s, accountId)
  const shop = await findShop(s.db, accountId)
  if (!shop?.isPublished) {
    throw new AppError("not_found", "Open your shop first: the table leads to the pictures that it shows.")
  }
  return table === "jumia" ? writeJumia(s, shop) : writeKonga(s, shop)
}

async function* writeOwn(s: Pick<Services, "db">, accountId: string): AsyncGenerator<string> {
  yield csvLine(ownColumns)
  for await (const row of pictured(s, (after) => listForCopy(s.db, accountId, pageRows, after))) {
    const options = [0, 1, 2].flatMap((place) => {
      const option = row.options[place]
      return option ? [option.name, barred(option.values)] : ["", ""]
    })
    yield csvLine([
      ...[row.sku, row.name, row.category === null ? "" : trades[row.category].name],
      ...[priceCell(row.priceNgn), priceCell(row.priceUsd), row.condition],
      ...[row.options.length === 0 ? stockWord(row.stock) : "", row.text, row.notes, row.isOnShelf ? "yes" : "no"],
      ...options,
      barred(row.variants.map(({ values, stock }) => `${values.join(" ")}: ${stockWord(stock)}`)),
      row.id,
    ])
  }
}

function stockWord(stock: number | null): string {
  return stock === null ? "available" : stock === 0 ? "sold out" : String(stock)
}

/** Values of one cell, as they are read in again: one by itself has a bar behind it where it could be taken for several. */
function barred(values: readonly string[]): string {
  const [first = ""] = values
  const cells = values.map((value) => value.replaceAll("|", "\\|"))
  return cells.length === 1 && /[,;/]/.test(first) ? `${cells[0]} |` : cells.join(" | ")
}

async function* writeJumia(s: Pick<Services, "db" | "config">, shop: ShopRow): AsyncGenerator<string> {
  yield csvLine(jumiaColumns)
  for await (const row of shownIn(s, shop)) {
    const pictures = row.pictures.slice(0, jumiaPictures).map((id) => `${s.config.publicUrl}/shop-pictures/${id}/jumia`)
    const rest = Array.from({ length: jumiaPictures - pictures.length }, () => "")
    // A way in which options go together is a line of its own there.
    const ways = row.options.length === 0 ? [{ values: [], stock: row.stock }] : row.variants
    for (const { values, stock } of ways) {
      if (stock === 0) continue
      const sku = [row.sku || row.id, ...values].join("-")
      yield csvLine([
        ...[sku, row.name, shop.name, row.category === null ? "" : trades[row.category].name, row.text || row.name],
        ...[priceCell(row.priceNgn), stock ?? "", values.join(", "), ...pictures, ...rest],
      ])
    }
  }
}

async function* writeKonga(s: Pick<Services, "db" | "config">, shop: ShopRow): AsyncGenerator<string> {
  yield csvLine(kongaColumns)
  for await (const row of shownIn(s, shop)) {
    const pictures = [0, 1, 2, 3].map((place) => {
      const id = row.pictures[place]
      return id === undefined ? "" : `${s.config.publicUrl}${shopPicturePath(id, 1080)}`
    })
    yield csvLine([
      ...[row.sku || row.id, row.name, row.category === null ? "" : trades[row.category].name, row.text || row.name],
      ...[row.condition, priceCell(row.priceNgn), row.stock ?? "", ...pictures],
    ])
  }
}

function priceCell(minor: string | null): string {
  return minor === null ? "" : plainPrice(Number(minor))
}

/** The address of a person's shop as a QR code for the counter. @throws AppError `not_found` before there is a shop */
export async function drawCode({ db, config }: Pick<Services, "db" | "config">, accountId: string): Promise<string> {
  const shop = await findShop(db, accountId)
  if (!shop) throw new AppError("not_found", "You have no shop yet.")
  const { side, path } = qrPath(shopAddress(config.publicUrl, shop.handle))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
}
