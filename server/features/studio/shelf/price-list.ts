import { Readable } from "node:stream"
import type { z } from "zod"
import { tradeSlugs, trades } from "#contract/catalogue/trades.ts"
import type { downloadPriceList } from "#contract/studio/shelf-shop.ts"
import type { Services } from "#server/declarations/services.ts"
import { smallCopy } from "#server/features/hosted/files/service.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { shareThread } from "#server/platform/documents/shared-thread.ts"
import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import { openPicture } from "#server/platform/pictures/picture.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { spacedNumber } from "#server/platform/text/phone-numbers.ts"
import type { PriceListHead, PriceListRow } from "./price-lists/draw-price-list.ts"
import type { PriceListStep } from "./price-lists/price-list-thread.ts"
import type { ProductRow } from "./queries.ts"
import { shopAddress } from "./shop.ts"
import { readOriginal } from "./shop-pictures.ts"
import * as queries from "./shop-queries.ts"
import { shownPrice } from "./shown-price.ts"

/** Products that are read and written at a time, so that the length of a list costs no memory. */
const stepProducts = 25

/** Side of a picture in the list, in pixels: sharp at three times the points of a phone's list. */
const pictureSide = 192

/** Longest time until a list is fetched, in milliseconds: a slow line must not keep others waiting for good. */
const longestMs = 10 * 60_000

const inPlace = limitConcurrency(2, 10, "Many price lists are written at this moment. Please try again shortly.")

/** Pictures of a step that are fetched at once; they are worked on one after the other. */
const picturesAtOnce = 4

type Working = Pick<Services, "db" | "database" | "config" | "storage" | "log" | "now">

/**
 * The price list of a person's shop as PDF, written while it is fetched.
 * @throws AppError `not_found` before there is a shop; `general_rate_limit_exceeded` when many are being written
 */
export async function openPriceListFile(
  s: Working,
  accountId: string,
  { paper, soldOut }: z.output<typeof downloadPriceList.query>,
  worker: PictureWorker,
): Promise<Readable> {
  const shop = await queries.findShop(s.db, accountId)
  if (!shop) throw new AppError("not_found", "You have no shop yet. A price list bears its name.")
  const head: PriceListHead = {
    shop: shop.name,
    brandColour: shop.brandColour,
    accentColour: shop.accentColour,
    day: new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Lagos" }).format(s.now()),
    logo: await readLogo(s, accountId, worker),
    links: linksOf(s, shop),
    delivery: shop.delivery,
    paper,
  }
  const release = await takePlace()
  const list = Readable.from(writeList(s, shop, { head, soldOut, worker }), { objectMode: false })
  const timer = setTimeout(() => list.destroy(new Error("The price list was not fetched in time.")), longestMs)
  return list.once("close", () => {
    clearTimeout(timer)
    release()
  })
}

/** @returns gives the place back */
function takePlace(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    inPlace(() => new Promise<void>((release) => resolve(release))).catch(reject)
  })
}

function linksOf({ config }: Pick<Services, "config">, shop: queries.ShopRow): PriceListHead["links"] {
  const address = shopAddress(config.publicUrl, shop.handle)
  const chat = { label: `WhatsApp ${spacedNumber(shop.whatsApp)}`, href: `https://wa.me/${shop.whatsApp.slice(1)}` }
  return [
    ...(shop.whatsApp === "" ? [] : [chat]),
    ...(shop.isPublished && !shop.isTakenDown ? [{ label: address.replace(/^https?:\/\//, ""), href: address }] : []),
  ]
}

interface Wanted {
  head: PriceListHead
  soldOut: "leave-out" | "mark"
  worker: PictureWorker
}

async function* writeList(
  s: Working,
  shop: queries.ShopRow,
  { head, soldOut, worker }: Wanted,
): AsyncGenerator<Uint8Array> {
  const thread = shareThread<PriceListStep, Uint8Array>({
    module: new URL("./price-lists/price-list-thread.ts", import.meta.url),
    name: "price list",
    heapMb: 256,
    stackMb: 4,
    longestMs: 20_000,
  })
  const step = async (one: PriceListStep): Promise<Uint8Array> => {
    const bytes = await thread(one)
    if (!bytes) throw new AppError("picture_too_slow", "This price list takes too long to write.")
    return bytes
  }
  let isOpen = true
  /** The next step's, read while the present one is written. */
  let coming: Promise<PriceListRow[]> | undefined
  try {
    yield await step({ kind: "begin", head })
    const products = await queries.listForPriceList(s.db, shop.accountId)
    const shown = products
      .filter(({ isSoldOut }) => soldOut === "mark" || !isSoldOut)
      .toSorted((one, other) => placeOf(one) - placeOf(other))
    let part: string | null = null
    const begin = (from: number): Promise<PriceListRow[]> => {
      const ids = shown.slice(from, from + stepProducts).map(({ id }) => id)
      return readRows(s, shop, ids, worker)
    }
    for (let from = 0; from < shown.length; from += stepProducts) {
      const read = await (coming ?? begin(from))
      coming = from + stepProducts < shown.length ? begin(from + stepProducts) : undefined
      // Whatever it throws is thrown where it is waited for.
      coming?.catch(() => {})
      const rows: PriceListRow[] = []
      for (const row of read) {
        const heading: string | null = row.heading === part ? null : row.heading
        part = row.heading
        rows.push({ ...row, heading })
      }
      yield await step({ kind: "rows", rows })
    }
    isOpen = false
    yield await step({ kind: "end" })
  } finally {
    // Whoever left in the middle leaves a thread behind that ends by itself.
    if (isOpen) await thread({ kind: "end" })
  }
}

/** Trades in the order in which they are shown everywhere, what has none after them. */
function placeOf({ category }: Pick<ProductRow, "category">): number {
  return category === null ? tradeSlugs.length : tradeSlugs.indexOf(category)
}

/** Products as they stand in the list, each with the name of its part. */
async function readRows(
  s: Working,
  shop: queries.ShopRow,
  ids: readonly string[],
  worker: PictureWorker,
): Promise<PriceListRow[]> {
  const rows = await queries.listProductsById(s.db, shop.accountId, ids)
  const pictures = await queries.listFirstPictures(s.db, ids)
  const found: PriceListRow[] = []
  for (let from = 0; from < ids.length; from += picturesAtOnce) {
    const some = ids.slice(from, from + picturesAtOnce).flatMap((id) => rows.find((row) => row.id === id) ?? [])
    const read = some.map(async (row): Promise<PriceListRow> => {
      const source = pictures.get(row.id)
      return {
        heading: row.category === null ? "Other things" : trades[row.category].name,
        name: row.name,
        price: shownPrice(row, shop.currency) ?? "",
        details: detailsOf(row),
        isSoldOut: row.isSoldOut,
        picture: source ? await readPicture(s, source, worker) : null,
      }
    })
    found.push(...(await Promise.all(read)))
  }
  return found
}

/** Number and options of a product; of the ways in which options go together, those that are gone are named. */
function detailsOf({ sku, options, variants }: ProductRow): string[] {
  const gone = variants.filter(({ stock }) => stock === 0).map(({ values }) => values.join(" "))
  const isPartly = gone.length > 0 && gone.length < variants.length
  return [
    ...(sku === "" ? [] : [`No. ${sku}`]),
    ...options.map(({ name, values }) => `${name}: ${values.join(", ")}`),
    ...(isPartly ? [`Sold out: ${gone.join(", ")}`] : []),
  ]
}

/** @returns a small JPEG; null where the picture is gone or cannot be read */
async function readPicture(
  s: Working,
  source: queries.StoredSource,
  worker: PictureWorker,
): Promise<Uint8Array | null> {
  const small = await readSmall(s, source, worker)
  return inTurn("work", worker, pictureSide ** 2, async () => {
    const bytes = small ?? (await readOriginal(s, source))
    if (!bytes) return null
    return openPicture(bytes, small ? "image/webp" : source.mimeType, "first")
      .autoOrient()
      .resize(pictureSide, pictureSide, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: 80 })
      .toBuffer()
      .catch(() => null)
  })
}

/** The kept small copy of a picture: of an upload one is made, so that the next list costs no decoding of whole photos. */
async function readSmall(
  s: Working,
  { storageKey, fileId, fileSequence }: queries.StoredSource,
  worker: PictureWorker,
): Promise<Buffer | null> {
  if (storageKey === null) {
    return fileId === null || fileSequence === null
      ? null
      : smallCopy(s, { id: fileId, sequence: fileSequence }, worker)
  }
  const kept = await s.storage.get(thumbnailKey(storageKey, 320))
  return kept && Buffer.concat(await kept.body.toArray())
}

async function readLogo(s: Working, accountId: string, worker: PictureWorker): Promise<Uint8Array | null> {
  const logo = await queries.findLogo(s.db, accountId)
  return logo ? readPicture(s, logo, worker) : null
}
