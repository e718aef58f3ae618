import { creditPlans, itemOfPlan, type PlanPerks } from "#contract/catalogue/plans.ts"
import { type Balance, balanceChanged, type CreditEntry, type EntryDirection } from "#contract/money/credits.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { OrderedItem } from "#server/declarations/order-item.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import * as queries from "./queries.ts"

/** Opens a person's credits at zero; part of making the account. */
export const openCredits = queries.insertCreditAccount

export async function balanceOf(db: Db, accountId: string): Promise<Balance> {
  const balance = await queries.findBalance(db, accountId)
  return { credits: balance?.available ?? 0, held: balance?.held ?? 0 }
}

/** Whether a person paid for anything and was not paid back, which opens private pictures. */
export const hasPurchased = queries.hasPaidOrder

/** What the plans give together of which the person has credits left; of free enlargements the plan with most counts. */
async function perksOf(db: Db, accountId: string): Promise<PlanPerks> {
  const items = await queries.listItemsWithCredits(db, accountId)
  const plans = creditPlans.filter((plan) => items.includes(itemOfPlan(plan)))
  return {
    hasPriority: plans.some(({ hasPriority }) => hasPriority),
    freeUpscalesPerDay: Math.max(0, ...plans.map(({ freeUpscalesPerDay }) => freeUpscalesPerDay)),
  }
}

/** Whether the person's work goes before others'. */
export async function hasPriority(db: Db, accountId: string): Promise<boolean> {
  return (await perksOf(db, accountId)).hasPriority
}

/** Whether an enlargement costs this person nothing right now. */
export async function isUpscalingFree(db: Db, accountId: string): Promise<boolean> {
  const { freeUpscalesPerDay } = await perksOf(db, accountId)
  return freeUpscalesPerDay > 0 && (await queries.countFreeUpscales(db, accountId)) < freeUpscalesPerDay
}

/** Uses up one of the day's free enlargements, where there are any. @returns whether this one is free */
export async function takeFreeUpscaling(tx: Tx, accountId: string): Promise<boolean> {
  const { freeUpscalesPerDay } = await perksOf(tx, accountId)
  return freeUpscalesPerDay > 0 && queries.takeFreeUpscale(tx, accountId, freeUpscalesPerDay)
}

/** Adds credits that were paid for; they are spent after the free ones. @returns false when this purpose was granted before */
export function purchase(tx: Tx, movement: Movement): Promise<boolean> {
  return move(tx, { ...movement, kind: "purchase", fromPocket: "outside", toPocket: "available" })
}

/** What became of a purchase whose money goes back. */
export interface TakenBack {
  /** Credits that were free to spend, and are gone. */
  taken: number
  /** Credits held by work under way; what work gives back of them goes too. */
  held: number
}

/** Takes what is left of a purchase, when its money goes back. */
export async function takeBackPurchase(tx: Tx, accountId: string, purpose: string): Promise<TakenBack> {
  // Nobody spends of it between looking and taking.
  if (!(await queries.lockCredits(tx, accountId))) return { taken: 0, held: 0 }
  const left = await queries.markTakenBack(tx, accountId, purpose)
  if (!left) return { taken: 0, held: 0 }
  await takeBack(tx, accountId, left.available, purpose)
  return { taken: left.available, held: left.held }
}

async function takeBack(tx: Tx, accountId: string, amount: number, purpose: string): Promise<void> {
  const note = "Taken back with a refund"
  await move(tx, { accountId, amount, purpose, note, kind: "refund", fromPocket: "available", toPocket: "outside" })
}

interface Movement {
  accountId: string
  amount: number
  /** What it is for, unique for ever: a repeated call with the same purpose changes nothing. */
  purpose: string
  note: string
}

/** Adds free credits. @returns false when this purpose was granted before */
export function grant(tx: Tx, movement: Movement): Promise<boolean> {
  return move(tx, { ...movement, kind: "grant", fromPocket: "outside", toPocket: "available" })
}

/** Refuses early what setting aside would refuse. @throws AppError `not_enough_credits` */
export async function requireCredits(db: Db, accountId: string, cost: number): Promise<void> {
  const { credits } = await balanceOf(db, accountId)
  if (credits >= cost) return
  const [needed, owned] = [formatNumber(cost), formatNumber(credits)]
  throw new AppError("not_enough_credits", `This costs ${needed} credits and you have ${owned}.`)
}

/**
 * Sets credits aside for work that is about to start.
 * @throws AppError `not_enough_credits`; the transaction must then be given up
 */
export async function hold(tx: Tx, movement: Movement): Promise<void> {
  try {
    await move(tx, { ...movement, kind: "hold", fromPocket: "available", toPocket: "held" })
  } catch (error) {
    if (!isOverdraft(error)) throw error
    throw new AppError("not_enough_credits", `This costs ${formatNumber(movement.amount)} credits and you have fewer.`)
  }
}

/**
 * Takes free credits away; those held for work stay.
 * @returns false when they were taken for this purpose before
 * @throws AppError `general_argument_invalid` at `credits` for more than are free; give the transaction up then
 */
export async function take(tx: Tx, movement: Movement): Promise<boolean> {
  try {
    return await move(tx, { ...movement, kind: "take", fromPocket: "available", toPocket: "outside" })
  } catch (error) {
    if (!isOverdraft(error)) throw error
    throw beyondFree()
  }
}

/** What `grant` or `take` moved for a purpose. */
export const findGivenOrTaken = queries.findGivenOrTaken

/** What `take` would leave. @throws AppError as `take` */
export async function previewTake(
  db: Db,
  accountId: string,
  amount: number,
): Promise<{ left: number; held: number; ofPaid: number }> {
  const { credits, held } = await balanceOf(db, accountId)
  if (amount > credits) throw beyondFree()
  // Free ones go first, as when they are spent.
  const given = await queries.sumGiven(db, accountId)
  return { left: credits - amount, held, ofPaid: Math.max(0, amount - given) }
}

function beyondFree(): AppError {
  const message = "This is more than the person has free."
  return new AppError("general_argument_invalid", message, { fields: { credits: message } })
}

/** Spends held credits, once the work is done. */
export function settle(tx: Tx, movement: Movement): Promise<boolean> {
  return move(tx, { ...movement, kind: "settle", fromPocket: "held", toPocket: "outside" })
}

/**
 * Returns what was spent for a purpose, as free credits, once.
 * @returns how many; 0 when nothing was spent, or it was returned before
 */
export async function giveBack(tx: Tx, accountId: string, purpose: string, note: string): Promise<number> {
  const amount = await queries.sumSettled(tx, accountId, purpose)
  return (await grant(tx, { accountId, amount, purpose: `returned:${purpose}`, note })) ? amount : 0
}

/** Gives held credits back, when the work failed or was taken back; those of a refunded purchase go at once. */
export async function release(tx: Tx, movement: Movement): Promise<boolean> {
  const { accountId, purpose } = movement
  const isNew = await move(tx, { ...movement, kind: "release", fromPocket: "held", toPocket: "available" })
  if (!isNew) return false
  for (const { source, available } of await queries.listOwed(tx, accountId)) {
    await takeBack(tx, accountId, available, `${source}:${purpose}`)
  }
  return true
}

async function move(tx: Tx, movement: Omit<queries.Transfer, "reason"> & { purpose: string }): Promise<boolean> {
  const { purpose, ...transfer } = movement
  if (transfer.amount === 0) return false
  const isNew = await queries.insertTransfer(tx, { ...transfer, reason: `${transfer.kind}:${purpose}` })
  if (isNew) await publishEvent(tx, transfer.accountId, balanceChanged, await balanceOf(tx, transfer.accountId))
  return isNew
}

/** The constraint that keeps balances from going below zero. */
function isOverdraft(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "constraint" in error &&
    error.constraint === "credit_accounts_no_overdraft"
  )
}

/** Own entries, newest first; the amounts of all of them add up to the free credits. */
export async function entriesOf(
  db: Db,
  accountId: string,
  page: { limit: number; cursor: string | null; direction?: EntryDirection | undefined },
): Promise<{ data: CreditEntry[]; nextCursor: string | null }> {
  const direction = page.direction ?? null
  const rows = await queries.listMovements(db, accountId, { limit: page.limit + 1, before: page.cursor, direction })
  const shown = rows.slice(0, page.limit).map((row) => ({ ...row, about: aboutOf(row.reason) }))
  const runIds = shown.flatMap(({ about }) => (about?.kind === "run" ? [about.id] : []))
  const results = await queries.listRunResults(db, runIds)
  return {
    data: shown.map(({ id, fromPocket, amount, kind, note, about, createdAt }) => ({
      id,
      amount: fromPocket === "available" ? -amount : amount,
      kind,
      note,
      about: about && { ...about, path: pathOf(about, results) },
      createdAt: serialiseDate(createdAt),
    })),
    nextCursor: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

type Subject = Pick<NonNullable<CreditEntry["about"]>, "kind" | "id">

/** Where runs that make something else than pictures of the gallery show it. */
const pagesOfKinds: Readonly<Record<string, string>> = {
  training: "/training-dataset",
  shot: "/photoshoot-gallery",
}

function pathOf({ kind, id }: Subject, results: Awaited<ReturnType<typeof queries.listRunResults>>): string {
  if (kind === "order") return `/payment/${id}`
  const result = results.find((one) => one.id === id)
  if (result?.pictureId) return `/photo-gallery?picture=${result.pictureId}`
  return pagesOfKinds[result?.kind ?? ""] ?? ""
}

/** What a reason such as `hold:run:x` or `purchase:<reference>` speaks of. */
function aboutOf(reason: string): Subject | null {
  const run = /^(?:hold|release|settle):run:(.+)$/.exec(reason)?.[1]
  if (run) return { kind: "run", id: run }
  const order = /^(?:purchase|refund):(\d{13}-[0-9a-f]{24})(?::|$)/.exec(reason)?.[1]
  return order ? { kind: "order", id: order } : null
}

/** Entries read at once for a file. */
const csvPage = 1_000

/** All own entries as lines of a table, newest first. */
export async function* entryLines(
  db: Db,
  accountId: string,
  direction: EntryDirection | undefined,
): AsyncGenerator<string> {
  yield csvLine(["date", "amount", "kind", "note", "reference"])
  for (let cursor: string | null = null; ; ) {
    const page = await entriesOf(db, accountId, { limit: csvPage, cursor, direction })
    yield page.data
      .map(({ createdAt, amount, kind, note, about }) => csvLine([createdAt, amount, kind, note, about?.id ?? ""]))
      .join("")
    cursor = page.nextCursor
    if (cursor === null) return
  }
}

/** Digits of a price list as kobo or cents. */
export function minorUnits(digits: string): number {
  return Math.round(Number(digits) * 100)
}

/** Credits that an order promised. */
export function creditsOf({ details }: OrderedItem): number {
  return typeof details.credits === "number" ? details.credits : 0
}

/** What taking a purchase back does: "165 of 200 credits; 35 were used". */
export function creditWords(order: OrderedItem, { taken, held }: TakenBack): string {
  const used = Math.max(0, creditsOf(order) - taken - held)
  const notes = [
    ...(used > 0 ? [`${used} were used`] : []),
    ...(held > 0 ? [`${held} are held by work under way and follow if it comes to nothing`] : []),
  ]
  return [`${formatNumber(taken)} of ${formatNumber(creditsOf(order))} credits`, ...notes].join("; ")
}

/** @returns the error that an order of no plan gets */
export function unknownPlan(): AppError {
  const message = "There is no such plan."
  return new AppError("general_argument_invalid", message, { fields: { item: message } })
}
