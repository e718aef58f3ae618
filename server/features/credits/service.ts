import { wireDate } from "#contract/primitives.ts"
import { type Balance, balanceChanged, type CreditEntry } from "#contract/product/credits.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { tell } from "#server/platform/realtime.ts"
import {
  findBalance,
  hasTransferOfPurchase,
  insertCreditAccount,
  insertTransfer,
  listMovements,
  type Transfer,
} from "./queries.ts"

/** Opens a person's credits at zero; part of making the account. */
export const openCredits = insertCreditAccount

export async function balanceOf(db: Db, accountId: string): Promise<Balance> {
  const balance = await findBalance(db, accountId)
  return { credits: balance?.available ?? 0, held: balance?.held ?? 0 }
}

/** Whether a person ever paid, which opens private pictures for good (decision 15). */
export const hasPurchased = hasTransferOfPurchase

/** Whether a person's work goes before other people's. No plan gives that yet. */
export async function hasPriority(_db: Db, _accountId: string): Promise<boolean> {
  return false
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

/**
 * Sets credits aside for work that is about to start.
 * @throws AppError `not_enough_credits`; the transaction must then be given up
 */
export async function hold(tx: Tx, movement: Movement): Promise<void> {
  try {
    await move(tx, { ...movement, kind: "hold", fromPocket: "available", toPocket: "held" })
  } catch (error) {
    if (!isOverdraft(error)) throw error
    throw new AppError("not_enough_credits", `This costs ${movement.amount} credits and you have fewer.`)
  }
}

/** Spends held credits, once the work is done. */
export function settle(tx: Tx, movement: Movement): Promise<boolean> {
  return move(tx, { ...movement, kind: "settle", fromPocket: "held", toPocket: "outside" })
}

/** Gives held credits back, when the work failed or was taken back. */
export function release(tx: Tx, movement: Movement): Promise<boolean> {
  return move(tx, { ...movement, kind: "release", fromPocket: "held", toPocket: "available" })
}

async function move(tx: Tx, movement: Omit<Transfer, "reason"> & { purpose: string }): Promise<boolean> {
  const { purpose, ...transfer } = movement
  if (transfer.amount === 0) return false
  const isNew = await insertTransfer(tx, { ...transfer, reason: `${transfer.kind}:${purpose}` })
  if (isNew) await tell(tx, transfer.accountId, balanceChanged, await balanceOf(tx, transfer.accountId))
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
  page: { limit: number; cursor: string | null },
): Promise<{ data: CreditEntry[]; nextCursor: string | null }> {
  const rows = await listMovements(db, accountId, { limit: page.limit + 1, before: page.cursor })
  const shown = rows.slice(0, page.limit)
  return {
    data: shown.map((row) => ({
      id: row.id,
      amount: row.fromPocket === "available" ? -row.amount : row.amount,
      kind: row.kind,
      note: row.note,
      createdAt: wireDate(row.createdAt),
    })),
    nextCursor: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
