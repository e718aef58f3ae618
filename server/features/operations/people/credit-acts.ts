import { mayOperate } from "#contract/identity/operator-rights.ts"
import { maxGrantAlone } from "#contract/operations/people.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { type Operator, othersWith, roleOf, writeLog } from "#server/features/identity/operators/service.ts"
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
import { findAsked, findPerson, insertBonus } from "./queries.ts"

interface Amount {
  credits: number
  reason: string
}

interface AmountOnce extends Amount {
  /** However often an operator sends the same key, the credits move once. */
  idempotencyKey: string | null
}

/**
 * Gives credits: the ledger, the bonus and the log are one commit. Many, and those for oneself, are given once a second
 * operator gave the same; until then they are only asked for, which is a line of the log.
 * @returns whether they are given or wait for a second operator
 * @throws AppError `not_found`, `idempotency_key_reused` when the key came with something else before
 */
export async function grantCredits(
  s: Services,
  operator: Operator,
  personId: string,
  amount: AmountOnce,
): Promise<"given" | "waiting"> {
  const isAlone = operator.accountId === null || (amount.credits <= maxGrantAlone && operator.accountId !== personId)
  if (isAlone) await moveCredits(s, operator, personId, amount, "grant")
  return isAlone ? "given" : grantTogether(s, { ...operator, accountId: operator.accountId ?? "" }, personId, amount)
}

async function grantTogether(
  s: Services,
  operator: Operator & { accountId: string },
  personId: string,
  { credits, reason, idempotencyKey }: AmountOnce,
): Promise<"given" | "waiting"> {
  return transact(s.db, async (tx) => {
    // Held first, so that two who agree at once find one request, once.
    await holdAccount(tx, personId)
    if (!(await findPerson(tx, personId))) throw new AppError("not_found", "There is no such person.")
    const id = newId()
    const purpose = purposeOf(operator, idempotencyKey, id)
    const movement = { accountId: personId, amount: credits, purpose, note: reason }
    if (await wasMoved(tx, movement, "grant")) return "given"
    const line = { subjectId: personId, reason }
    const others = (await othersWith(tx, operator.accountId, "credits.grant")).filter((other) => other.id !== personId)
    const asked = await findAsked(tx, { personId, credits })
    // Nobody agrees to what is for themselves.
    const isByOther = asked !== undefined && asked.operatorId !== operator.accountId && personId !== operator.accountId
    const asker = isByOther ? await roleOf(tx, asked.operatorId) : null
    if (!mayOperate(asker, "credits.grant") && others.length > 0) {
      const isAskedBefore = asked?.operatorId === operator.accountId
      if (!isAskedBefore) await writeLog(tx, operator, { ...line, action: "credits.ask", detail: { credits } })
      return "waiting"
    }
    await grant(tx, movement)
    await writeBonus(s, tx, operator, { id, accountId: personId, credits, reason })
    const together =
      isByOther && asker ? { askedBy: asked.operatorName, ask: asked.id } : { askedBy: "nobody else could agree" }
    const detail = { credits, ...together, ...(await changeOf(tx, personId, credits)) }
    await writeLog(tx, operator, { ...line, action: "credits.grant", detail })
    return "given"
  })
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
    const purpose = purposeOf(operator, idempotencyKey, id)
    const movement = { accountId: personId, amount: credits, purpose, note: reason }
    // Of two that came at once, the other one is there by now.
    if (await wasMoved(tx, movement, kind)) return null
    if (!(await (kind === "grant" ? grant : take)(tx, movement)) && (await wasMoved(tx, movement, kind))) return null
    await writeBonus(s, tx, operator, { id, accountId: personId, credits: difference, reason })
    return changeOf(tx, personId, difference)
  })
}

/** What a movement is for: what came with a key of this operator's is moved once. */
function purposeOf({ accountId }: Operator, idempotencyKey: string | null, id: string): string {
  return `bonus:${idempotencyKey === null ? id : `${accountId}:${idempotencyKey}`}`
}

/** Whether this very movement was made. @throws AppError `idempotency_key_reused` where its key came with another one */
async function wasMoved(
  tx: Tx,
  { accountId, amount, purpose, note }: { accountId: string; amount: number; purpose: string; note: string },
  kind: "grant" | "take",
): Promise<boolean> {
  const first = await findGivenOrTaken(tx, purpose)
  if (!first) return false
  if (first.accountId === accountId && first.kind === kind && first.amount === amount && first.note === note)
    return true
  throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another request before.")
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
