import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import type { Operator } from "#server/features/identity/operators/service.ts"
import { bonusesCollection } from "#server/features/money/bonuses/collection.ts"
import {
  balanceOf,
  entryLines,
  findGivenOrTaken,
  grant,
  previewTake,
  take,
} from "#server/features/money/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { act } from "./act.ts"
import { findPerson, insertBonus } from "./queries.ts"

interface Amount {
  credits: number
  reason: string
}

interface AmountOnce extends Amount {
  /** However often an operator sends the same key, the credits move once. */
  idempotencyKey: string | null
}

/**
 * Gives credits: the ledger, the bonus and the log are one commit.
 * @throws AppError `not_found`, `idempotency_key_reused` when the key came with something else before
 */
export function grantCredits(s: Services, operator: Operator, personId: string, amount: AmountOnce): Promise<void> {
  return moveCredits(s, operator, personId, amount, "grant")
}

/**
 * Takes free credits: a bonus below zero.
 * @throws AppError as `grantCredits`; `general_argument_invalid` at `credits` for more than are free
 */
export function takeCredits(s: Services, operator: Operator, personId: string, amount: AmountOnce): Promise<void> {
  return moveCredits(s, operator, personId, amount, "take")
}

async function moveCredits(
  s: Services,
  operator: Operator,
  personId: string,
  { credits, reason, idempotencyKey }: AmountOnce,
  kind: "grant" | "take",
): Promise<void> {
  const difference = kind === "grant" ? credits : -credits
  await act(s, operator, personId, { action: `credits.${kind}`, detail: { credits }, reason }, async (tx) => {
    const id = newId()
    const purpose = `bonus:${idempotencyKey === null ? id : `${operator.accountId}:${idempotencyKey}`}`
    const movement = { accountId: personId, amount: credits, purpose, note: reason }
    const before = await findGivenOrTaken(tx, purpose)
    const isNew = before === undefined && (await (kind === "grant" ? grant : take)(tx, movement))
    if (!isNew) {
      // Of two that came at once, the other one is there by now.
      const first = before ?? (await findGivenOrTaken(tx, purpose))
      const isSame = first?.accountId === personId && first.kind === kind
      if (isSame && first.amount === credits && first.note === reason) return null
      throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another request before.")
    }
    await writeBonus(s, tx, operator, { id, accountId: personId, credits: difference, reason })
    return changeOf(tx, personId, difference)
  })
}

/** The free credits before and after, while the change that was just made still holds them. */
async function changeOf(tx: Tx, personId: string, difference: number) {
  const { credits } = await balanceOf(tx, personId)
  return { before: { credits: credits - difference }, after: { credits } }
}

/** Every movement of a person's credits as lines of a table. @throws AppError `not_found` */
export async function creditLines(s: Pick<Services, "db">, personId: string): Promise<AsyncGenerator<string>> {
  if (!(await findPerson(s.db, personId))) throw new AppError("not_found", "There is no such person.")
  return entryLines(s.db, personId, undefined)
}

/** What taking so many would leave, in words. @throws AppError as `takeCredits` */
export function takingWords(s: Pick<Services, "db">, personId: string, credits: number): Promise<string> {
  return transact(s.db, async (tx) => {
    if (!(await findPerson(tx, personId))) throw new AppError("not_found", "There is no such person.")
    const { left, held, ofPaid } = await previewTake(tx, personId, credits)
    return [
      `Take ${formatNumber(credits)} credits; ${formatNumber(left)} stay free.`,
      ...(ofPaid > 0 ? [`${formatNumber(ofPaid)} of them were paid for.`] : []),
      ...(held > 0 ? [`${formatNumber(held)} held by work under way are not touched.`] : []),
    ].join(" ")
  })
}

async function writeBonus(
  s: Services,
  tx: Tx,
  operator: Operator,
  bonus: Amount & { id: string; accountId: string },
): Promise<void> {
  const row = await insertBonus(tx, { ...bonus, grantedBy: operator.accountId })
  await publishDocument(tx, s.config, bonusesCollection, row, "create")
}
