import type { Currency } from "#contract/money/orders.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { refuseForOneself } from "#server/features/identity/operators/service.ts"
import { bonusesCollection } from "#server/features/money/bonuses/collection.ts"
import { grant } from "#server/features/money/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import type { Config } from "#server/settings/config.ts"
import { codesCollection } from "./collection.ts"
import { tryCode, wrongCode } from "./guesses.ts"
import * as queries from "./queries.ts"

/**
 * Uses up the reference of a paid order, once and by the person who paid.
 * @returns false for one that is unknown, another person's, used or too old (docs/product-rules.md#payment-reference)
 */
export async function redeemReference(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
  code: string,
): Promise<boolean> {
  const taken = await queries.takeReference(tx, accountId, code)
  if (!taken) return false
  await publishDocument(tx, config, codesCollection, taken, "update")
  return true
}

/**
 * Uses up the oldest good reference of a person whose account this transaction holds.
 * @returns it; null where there is none
 */
export async function redeemOldestReference(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
): Promise<string | null> {
  for (const { code } of await queries.listGoodReferences(tx, accountId)) {
    if (await redeemReference(tx, config, accountId, code)) return code
  }
  return null
}

/** Makes the reference of a paid order good for one training of the person who paid. */
export async function keepReference(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
  txRef: string,
): Promise<void> {
  const made = await queries.insertReference(tx, newId(), accountId, txRef)
  if (made) await publishDocument(tx, config, codesCollection, made, "create")
}

/** The training that a reference started came to nothing: it is good again, unless its order was refunded. */
export async function giveReferenceBack(
  tx: Tx,
  config: Pick<Config, "publicUrl">,
  accountId: string,
  code: string,
): Promise<void> {
  const given = await queries.untakeReference(tx, accountId, code)
  if (given) await publishDocument(tx, config, codesCollection, given, "update")
}

/** The money of an order goes back: nobody redeems its reference any more. */
export async function withdrawReference(tx: Tx, config: Pick<Config, "publicUrl">, txRef: string): Promise<void> {
  const ended = await queries.endReference(tx, txRef)
  if (ended) await publishDocument(tx, config, codesCollection, ended, "update")
}

/** Whether a reference was withdrawn; what it paid for is given no more. */
export const isReferenceWithdrawn = queries.isReferenceEnded

/** Those of a person's references that no training has used up, the oldest first. */
export const goodReferences = queries.listGoodReferences

/** Tries a code with a limit on wrong ones. */
export const tryingCode = tryCode

/**
 * What a price becomes with a promotion code, for a person who has not used it.
 * @throws AppError `general_argument_invalid` at `code`; `code_is_voucher` for one that gives credits instead; `not_allowed` for
 * whoever makes codes
 */
export async function promotePrice(
  tx: Tx,
  accountId: string,
  order: { code: string; currency: Currency; priceMinor: number },
): Promise<{ codeId: string; priceMinor: number }> {
  await refuseForOneself(tx, accountId, "codes.change")
  const code = await queries.lockCode(tx, order.code)
  if (!code || (code.accountId !== null && code.accountId !== accountId)) throw wrongCode()
  if (code.kind === "voucher") throw new AppError("code_is_voucher", "This code gives credits; it changes no price.")
  if (await queries.hasUsed(tx, code.id, accountId)) throw usedBefore()
  if (code.maxUses !== null && (await queries.countUses(tx, code.id, accountId)) >= code.maxUses) {
    throw wrongCode("This code has been used up.")
  }
  if (code.currency !== null && code.currency !== order.currency) {
    throw wrongCode(`This code is for prices in ${code.currency}.`)
  }
  const off = code.amountMinor === null ? (order.priceMinor * (code.percent ?? 0)) / 100 : Number(code.amountMinor)
  return { codeId: code.id, priceMinor: Math.max(0, Math.round(order.priceMinor - off)) }
}

function usedBefore(): AppError {
  return wrongCode("You have used this code before.")
}

/** An order whose price a code made; the person's other orders with that code must be held fast. */
interface PromotedOrder {
  codeId: string
  accountId: string
  txRef: string
}

/** Keeps the code for this person's order, until it is paid or expires. @throws AppError when it was used meanwhile */
export async function reservePromotion(tx: Tx, order: PromotedOrder): Promise<void> {
  if (!(await queries.keepUse(tx, { ...order, usedAt: null }))) throw usedBefore()
}

/** Whether the person has used the code by now: the price that it made is not good any more. */
export async function isPromotionSpent(tx: Tx, codeId: string, accountId: string): Promise<boolean> {
  const use = await queries.lockUse(tx, codeId, accountId)
  return use !== undefined && use.usedAt !== null
}

/** The order was paid: the code is used up for its person. */
export async function countPromotion(tx: Tx, order: PromotedOrder): Promise<void> {
  await queries.keepUse(tx, { ...order, usedAt: new Date() })
}

/**
 * Turns a voucher into credits, once.
 * @throws AppError `general_argument_invalid` at `code`, `general_rate_limit_exceeded`, `not_allowed` for whoever makes codes
 */
export async function redeemVoucher(s: Services, accountId: string, text: string): Promise<number> {
  return tryCode(s, accountId, () =>
    transact(s.db, async (tx) => {
      await holdAccount(tx, accountId)
      await refuseForOneself(tx, accountId, "codes.change")
      const code = await queries.lockCode(tx, text)
      const isMine = code?.accountId === null || code?.accountId === accountId
      if (!code || !isMine) throw wrongCode()
      if (code.kind === "promotion") throw wrongCode("This code makes a plan cheaper. Choose a plan first.")
      await queries.spendVoucher(tx, code.id, accountId)
      await queries.keepUse(tx, { codeId: code.id, accountId, txRef: null, usedAt: new Date() })
      const credits = code.credits ?? 0
      const bonus = { id: newId(), accountId, credits, reason: "Voucher", codeId: code.id }
      await grant(tx, { accountId, amount: credits, purpose: `voucher:${code.id}`, note: "Voucher" })
      await publishDocument(tx, s.config, bonusesCollection, await queries.insertBonus(tx, bonus), "create")
      await publishDocument(tx, s.config, codesCollection, { id: code.id }, "update")
      return credits
    }),
  )
}
