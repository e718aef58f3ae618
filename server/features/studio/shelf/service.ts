import type { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import {
  emptyProduct,
  isSoldOut,
  type ListedProduct,
  type listProducts as listProductsCall,
  maxProductPictures,
  maxProducts,
  type Product,
  type ProductFields,
  type putPicturesOnShelf,
  shelfPage,
  variantsOf,
} from "#contract/studio/shelf.ts"
import { slugFor, slugOf } from "#contract/studio/shelf-slug.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { checkWords, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { findOwnPictures, placePictures, toShelfPicture } from "./pictures.ts"
import * as queries from "./queries.ts"
import { countReported } from "./review-queries.ts"
import { openShopPictures as openPictures } from "./shop-pictures.ts"

/** How many shops and products have an open report. */
export const countReportedShops = countReported

/** Copies of pictures as strangers get them, the previews of links with them. */
export const openShopPictures = openPictures

/** A page of a person's products, newest first. */
export async function listProducts(
  s: Pick<Services, "db">,
  accountId: string,
  { words, state, after }: z.output<typeof listProductsCall.query>,
): Promise<z.input<typeof listProductsCall.reply>> {
  const rows = await queries.listProducts(s.db, accountId, { words, state, after }, shelfPage)
  const pictures = await queries.listPictures(
    s.db,
    rows.map(({ id }) => id),
    1,
  )
  const data = rows.map((row): ListedProduct => {
    const first = pictures.find(({ productId }) => productId === row.id)
    return {
      id: row.id,
      name: row.name,
      sku: row.sku,
      category: row.category,
      priceNgn: toMinor(row.priceNgn),
      priceUsd: toMinor(row.priceUsd),
      isOnShelf: row.isOnShelf,
      takenDownFor: row.takenDownFor,
      updatedAt: serialiseDate(row.updatedAt),
      picture: first ? toShelfPicture(first) : null,
      isSoldOut: row.isSoldOut,
    }
  })
  const nextCursor = rows.length < shelfPage ? null : (rows.at(-1)?.sequence ?? null)
  return { data, nextCursor, counts: await queries.countProducts(s.db, accountId) }
}

/** @throws AppError `not_found`, also for another person's product */
export async function getProduct(s: Pick<Services, "db">, accountId: string, id: string): Promise<Product> {
  const row = await queries.findProduct(s.db, accountId, id)
  if (!row) throw missing()
  return toProduct(s.db, row)
}

/**
 * Puts a new product on a person's shelf.
 * @param key of a request that may come twice: the second finds the product of the first, as it is by then
 * @throws AppError `storage_quota_exceeded`; `general_argument_invalid`, `words_refused` at the field
 */
export async function createProduct(
  s: Services,
  caller: Person,
  fields: ProductFields,
  key: string | null,
): Promise<Product> {
  await checkFields(s, caller, fields)
  const { accountId } = caller
  const id = key === null ? newId() : sha256(`${accountId} ${key}`).toString("hex").slice(0, newId().length)
  const row = await transact(s.db, async (tx) => {
    await queries.lockShelf(tx, accountId)
    const known = key === null ? undefined : await queries.findProduct(tx, accountId, id)
    if (known) return known
    await requireShelfRoom(tx, accountId, 1)
    return insertProduct(tx, accountId, fields, id)
  })
  return toProduct(s.db, row)
}

/**
 * Makes drafts of own pictures; those that are not there are skipped.
 * @throws AppError `not_found` when none of them is there; `storage_quota_exceeded`
 */
export function putPictures(
  s: Services,
  accountId: string,
  { pictures, as }: z.output<typeof putPicturesOnShelf.body>,
): Promise<{ ids: string[]; skipped: number }> {
  return transact(s.db, async (tx) => {
    await queries.lockShelf(tx, accountId)
    const own = await findOwnPictures(tx, accountId, pictures)
    const there = pictures.filter((ref) => own.has(ref))
    if (there.length === 0) throw new AppError("not_found", "These pictures are not there any more.")
    const sets = as === "one-each" ? there.map((ref) => [ref]) : [there.slice(0, maxProductPictures)]
    await requireShelfRoom(tx, accountId, sets.length)
    const ids: string[] = []
    for (const refs of sets) {
      const row = await insertProduct(tx, accountId, { ...emptyProduct, pictures: refs })
      ids.push(row.id)
    }
    return { ids, skipped: pictures.length - sets.flat().length }
  })
}

/**
 * Changes a product.
 * @throws AppError `not_found`; `version_changed` when it was changed since it was read; as `createProduct`
 */
export async function changeProduct(
  s: Services,
  caller: Person,
  id: string,
  { version, ...fields }: ProductFields & { version: number },
): Promise<Product> {
  const { accountId } = caller
  await checkFields(s, caller, fields)
  const row = await transact(s.db, async (tx) => {
    await queries.lockShelf(tx, accountId)
    const before = await queries.findProduct(tx, accountId, id)
    if (!before) throw missing()
    if (before.version !== version) throw changedMeanwhile()
    await requireOwnSku(tx, accountId, fields.sku, id)
    const slug = before.slug ?? (await newSlug(tx, accountId, fields))
    const changed = await queries.updateProduct(tx, { accountId, id, version }, { ...columnsOf(fields), slug })
    if (!changed) throw changedMeanwhile()
    await placePictures(tx, accountId, id, fields.pictures)
    return changed
  })
  return toProduct(s.db, row)
}

/** @throws AppError `not_found` */
export async function deleteProduct(s: Pick<Services, "db">, accountId: string, id: string): Promise<void> {
  const isGone = await transact(s.db, (tx) => queries.deleteProduct(tx, accountId, id))
  if (!isGone) throw missing()
}

/** What stands in the shop says what it is and costs, and its words are held against the list. */
async function checkFields(s: Services, caller: Person, fields: ProductFields): Promise<void> {
  if (!fields.isOnShelf) return
  const lacks = {
    ...(fields.name === "" && { name: "Please name it first." }),
    ...(fields.priceNgn === null && { priceNgn: "Please give a price in naira first." }),
    ...(fields.pictures.length === 0 && { pictures: "Please add a picture first." }),
  }
  const [first] = Object.values(lacks)
  if (first !== undefined) throw new AppError("general_argument_invalid", first, { fields: lacks })
  if (!caller.isVerified) throw unconfirmed()
  await requirePublisher(s.db, caller.accountId)
  const words = { name: fields.name, text: fields.text, options: optionWords(fields) }
  for (const [field, text] of Object.entries(words)) {
    if (text !== "") await checkWords(s, { text, isPublic: true, field })
  }
}

const optionWords = ({ options }: ProductFields): string =>
  options.map(({ name, values }) => `${name} ${values.join(" ")}`).join(" ")

/** @throws AppError `storage_quota_exceeded` when so many more are too many */
export async function requireShelfRoom(tx: Tx, accountId: string, more: number): Promise<void> {
  const { all } = await queries.countProducts(tx, accountId)
  if (all + more <= maxProducts) return
  throw new AppError("storage_quota_exceeded", `A shelf holds at most ${maxProducts.toLocaleString("en")} products.`)
}

async function requireOwnSku(tx: Tx, accountId: string, sku: string, id: string): Promise<void> {
  if (sku === "" || !(await queries.hasSku(tx, accountId, sku, id))) return
  const message = "Another product of yours has this number."
  throw new AppError("general_argument_invalid", message, { fields: { sku: message } })
}

/** @throws AppError `general_argument_invalid` for a number or a picture that cannot be its own */
export async function insertProduct(
  tx: Tx,
  accountId: string,
  fields: ProductFields,
  id = newId(),
): Promise<queries.ProductRow> {
  await requireOwnSku(tx, accountId, fields.sku, id)
  const slug = await newSlug(tx, accountId, fields)
  const row = await queries.insertProduct(tx, { ...columnsOf(fields), id, accountId, slug, takenDownFor: null })
  await placePictures(tx, accountId, id, fields.pictures)
  return row
}

/** An address is made when a product first stands in the shop, and stays: links to it are in chats by then. */
async function newSlug(tx: Tx, accountId: string, { isOnShelf, name }: ProductFields): Promise<string | null> {
  if (!isOnShelf) return null
  return slugFor(name, await queries.listSlugs(tx, accountId, slugOf(name) || "product"))
}

/** A product's fields as the database keeps them. */
export function columnsOf(fields: ProductFields) {
  const variants = variantsOf(fields)
  const { pictures: _pictures, options, ...columns } = fields
  return {
    ...columns,
    options: JSON.stringify(options),
    variants: JSON.stringify(variants),
    isSoldOut: isSoldOut({ options, variants, stock: fields.stock }),
  }
}

/** @returns what the database keeps as a number of any size, and prices are below 2^53 */
function toMinor(price: string | null): number | null {
  return price === null ? null : Number(price)
}

async function toProduct(db: Db, row: queries.ProductRow): Promise<Product> {
  const pictures = await queries.listPictures(db, [row.id], maxProductPictures)
  return {
    ...fieldsOf(row),
    id: row.id,
    pictures: pictures.map(toShelfPicture),
    slug: row.slug,
    takenDownFor: row.takenDownFor,
    isFromPhoto: row.cutOutRunId !== null,
    version: row.version,
    updatedAt: serialiseDate(row.updatedAt),
  }
}

/** What a seller said of a product. */
export function fieldsOf(row: queries.ProductRow): Omit<ProductFields, "pictures"> {
  return {
    name: row.name,
    sku: row.sku,
    category: row.category,
    priceNgn: toMinor(row.priceNgn),
    priceUsd: toMinor(row.priceUsd),
    options: row.options,
    variants: row.variants,
    stock: row.stock,
    condition: row.condition,
    text: row.text,
    notes: row.notes,
    isOnShelf: row.isOnShelf,
  }
}

function missing(): AppError {
  return new AppError("not_found", "This product does not exist.")
}

function changedMeanwhile(): AppError {
  return new AppError("version_changed", "This product was changed somewhere else. Nothing was saved here.")
}
