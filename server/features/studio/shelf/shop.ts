import { createHmac } from "node:crypto"
import type { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import type { ShelfPictureRef } from "#contract/studio/shelf.ts"
import {
  handleDays,
  type listVisits as listVisitsCall,
  type Shop,
  type ShopFields,
  visitDays,
} from "#contract/studio/shelf-shop.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { checkWords, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { internationalDigits, withCountryCode } from "#server/platform/text/phone-numbers.ts"
import { findOwnPictures, toShelfPicture } from "./pictures.ts"
import { lockShelf } from "./queries.ts"
import * as queries from "./shop-queries.ts"

const dayMs = 86_400_000

export type Owning = Pick<Services, "db" | "config" | "now" | "tokenKey" | "messenger">

/** Where everybody sees a shop. */
export function shopAddress(publicUrl: string, handle: string): string {
  return `${publicUrl}/shop/${handle}`
}

/** @returns a person's own shop; null before there is one */
export async function getShop(s: Owning, accountId: string): Promise<Shop | null> {
  const row = await queries.findShop(s.db, accountId)
  return row ? toShop(s, row) : null
}

/**
 * Makes or changes a person's shop.
 * @throws AppError `version_changed`; `slot_taken` for a handle that leads elsewhere; `general_argument_invalid`,
 * `words_refused` at the field; `not_allowed` for whoever may not publish
 */
export async function changeShop(
  s: Services,
  caller: Person,
  { version, ...fields }: ShopFields & { version: number },
): Promise<Shop> {
  const { accountId } = caller
  const whatsApp = readNumber(fields.whatsApp)
  if (fields.isPublished) await requireMayPublish(s, caller, fields)
  const row = await transact(s.db, async (tx) => {
    await lockShelf(tx, accountId)
    const before = await queries.findShop(tx, accountId)
    if ((before?.version ?? 0) !== version) {
      throw new AppError("version_changed", "Your shop was changed somewhere else. Nothing was saved here.")
    }
    const handleChangedAt = await useHandle(s, tx, accountId, before, fields.handle)
    const { logo, ...rest } = fields
    const wasPublished = fields.isPublished || before?.wasPublished === true
    const columns = { ...rest, whatsApp, handleChangedAt, wasPublished, ...(await logoColumns(tx, accountId, logo)) }
    return before
      ? queries.updateShop(tx, accountId, { ...columns, version: version + 1 })
      : queries.insertShop(tx, { ...columns, accountId, takenDownFor: null })
  })
  return toShop(s, row)
}

/** @returns the number with its country; one without is of Nigeria */
function readNumber(text: string): string {
  if (text === "") return ""
  const digits = internationalDigits(withCountryCode(text, "NG"))
  if (digits !== null) return `+${digits}`
  const message = "This is no phone number. Write it with its country, such as +234 803 123 4567."
  throw new AppError("general_argument_invalid", message, { fields: { whatsApp: message } })
}

async function requireMayPublish(s: Services, caller: Person, fields: ShopFields): Promise<void> {
  if (!caller.isVerified) throw unconfirmed()
  await requirePublisher(s.db, caller.accountId)
  const words = { name: fields.name, handle: fields.handle.replaceAll("-", " "), opening: fields.opening }
  for (const [field, text] of Object.entries({ ...words, delivery: fields.delivery })) {
    if (text !== "") await checkWords(s, { text, isPublic: true, field })
  }
}

/** Takes the handle for this shop. @returns when it was last changed */
async function useHandle(
  s: Pick<Services, "now">,
  tx: Tx,
  accountId: string,
  before: queries.ShopRow | undefined,
  handle: string,
): Promise<Date> {
  if (before?.handle === handle) return before.handleChangedAt
  if (before?.wasPublished && s.now() < handleFreeAt(before)) {
    const message = `The name in the address can be changed once in ${handleDays} days.`
    throw new AppError("general_argument_invalid", message, { fields: { handle: message } })
  }
  if (!(await queries.takeHandle(tx, accountId, handle))) {
    const message = "Another shop has this name. Please choose another one."
    throw new AppError("slot_taken", message, { fields: { handle: message } })
  }
  if (before && !before.wasPublished) await queries.releaseHandle(tx, accountId, before.handle)
  return s.now()
}

function handleFreeAt({ handleChangedAt }: queries.ShopRow): Date {
  return new Date(handleChangedAt.getTime() + handleDays * dayMs)
}

async function logoColumns(tx: Tx, accountId: string, logo: ShelfPictureRef | null) {
  const name = logo && ((await findOwnPictures(tx, accountId, [logo])).get(logo) ?? null)
  if (logo && name === null) {
    const message = "This picture is not there any more. Please choose another one."
    throw new AppError("general_argument_invalid", message, { fields: { logo: message } })
  }
  return {
    logoGenerationId: logo?.source === "generations" ? name : null,
    logoPhotoshootId: logo?.source === "photoshoots" ? name : null,
    logoFileSequence: logo?.source === "files" ? name : null,
  }
}

/** A shop as its seller sees it. */
export async function toShop(s: Owning, row: queries.ShopRow): Promise<Shop> {
  const logo = await queries.findLogoRef(s.db, row.accountId)
  const freeAt = handleFreeAt(row)
  return {
    handle: row.handle,
    name: row.name,
    logo: logo ? toShelfPicture(logo) : null,
    brandColour: row.brandColour,
    accentColour: row.accentColour,
    whatsApp: row.whatsApp,
    instagram: row.instagram,
    opening: row.opening,
    delivery: row.delivery,
    currency: row.currency,
    isPublished: row.isPublished,
    url: shopAddress(s.config.publicUrl, row.handle),
    feedUrl: `${shopAddress(s.config.publicUrl, row.handle)}/feed/${feedSecret(s, row)}.csv`,
    handleFreeAt: row.wasPublished && s.now() < freeAt ? serialiseDate(freeAt) : null,
    takenDownFor: row.takenDownFor,
    isNumberProved: isNumberProved(s, row),
    version: row.version,
  }
}

/** Whether the number is proved; null without one, and where no codes are sent. */
export function isNumberProved(
  { messenger }: Pick<Services, "messenger">,
  { whatsApp, provedNumber }: Pick<queries.ShopRow, "whatsApp" | "provedNumber">,
): boolean | null {
  return whatsApp === "" || messenger.kind === "disabled" ? null : provedNumber === whatsApp
}

/** The day by which visits are counted, in the calendar of UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** How often the pages of a person's shop were looked at. */
export async function listVisits(
  s: Pick<Services, "db" | "now">,
  accountId: string,
): Promise<z.input<typeof listVisitsCall.reply>["data"]> {
  const since = dayOf(new Date(s.now().getTime() - visitDays * dayMs))
  const { days, products } = await queries.listVisits(s.db, accountId, since)
  return {
    days: days.map(({ day, visits }) => ({ day, visits: Number(visits) })),
    products: products.map(({ id, name, visits }) => ({ id, name, visits: Number(visits) })),
  }
}

/** The secret in the address of a shop's feed: nobody guesses it, and another number makes it another one. */
export function feedSecret(
  { tokenKey }: Pick<Services, "tokenKey">,
  { accountId, feedNumber }: Pick<queries.ShopRow, "accountId" | "feedNumber">,
): string {
  return createHmac("sha256", tokenKey).update(`shop feed:${accountId}:${feedNumber}`).digest("hex").slice(0, 40)
}

/** Gives the feed another address. @throws AppError `not_found` before there is a shop */
export async function renewFeed(s: Owning, accountId: string): Promise<Shop> {
  const row = await transact(s.db, async (tx) => {
    await lockShelf(tx, accountId)
    const shop = await queries.findShop(tx, accountId)
    if (!shop) throw new AppError("not_found", "You have no shop yet.")
    return queries.updateShop(tx, accountId, { feedNumber: shop.feedNumber + 1 })
  })
  return toShop(s, row)
}

/** The shop that strangers see at a handle. */
export const findOpenShop = queries.findOpenShop

/** A picture that stands in an open shop. */
export function findShownPicture({ db }: Pick<Services, "db">, id: string): Promise<queries.StoredSource | undefined> {
  return queries.findShownPicture(db, id)
}

/** The logo of an open shop. */
export async function findShownLogo(
  { db }: Pick<Services, "db">,
  handle: string,
): Promise<queries.StoredSource | undefined> {
  const shop = await findOpenShop(db, handle)
  return shop && queries.findLogo(db, shop.accountId)
}

/** What stands for an open shop in a chat: the picture of its newest product, or its colour. @throws AppError `not_found` */
export async function findShopPreview(
  { db }: Pick<Services, "db">,
  handle: string,
): Promise<{ source: queries.StoredSource | undefined; colour: string }> {
  const shop = await findOpenShop(db, handle)
  if (!shop) throw missingPicture()
  const [newest] = await queries.listShown(db, shop.accountId, { words: undefined, offset: 0 }, 1)
  return { source: newest && (await queries.findFirstPicture(db, newest.id)), colour: shop.brandColour }
}

/** The first picture of a product that an open shop sells. */
export async function findProductPreview(
  { db }: Pick<Services, "db">,
  handle: string,
  slug: string,
): Promise<queries.StoredSource | undefined> {
  const shop = await findOpenShop(db, handle)
  const product = shop && (await queries.findBySlug(db, shop.accountId, slug))
  if (!product?.isOnShelf || product.isTakenDown || product.isSoldOut) return undefined
  return queries.findFirstPicture(db, product.id)
}
