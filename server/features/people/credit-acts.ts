import { type Tx, transact } from "#server/db/open.ts"
import { bonusesCollection } from "#server/features/bonuses/collection.ts"
import { balanceOf, entryLines, grant, previewTake, take } from "#server/features/credits/service.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import type { Operator } from "#server/features/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { formatNumber } from "#server/platform/format-number.ts"
import { newId } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { act } from "./act.ts"
import { findPerson, insertBonus } from "./queries.ts"

interface Amount {
  credits: number
  reason: string
}

/** Gives credits: the ledger, the bonus and the log are one commit. @throws AppError `not_found` */
export async function grantCredits(s: Services, operator: Operator, personId: string, amount: Amount): Promise<void> {
  const { credits, reason } = amount
  await act(s, operator, personId, { action: "credits.grant", detail: { credits }, reason }, async (tx) => {
    const id = await writeBonus(s, tx, operator, personId, amount)
    await grant(tx, { accountId: personId, amount: credits, purpose: `bonus:${id}`, note: reason })
    return changeOf(tx, personId, credits)
  })
}

/**
 * Takes free credits: a bonus below zero.
 * @throws AppError `not_found`; `general_argument_invalid` at `credits` for more than are free
 */
export async function takeCredits(s: Services, operator: Operator, personId: string, amount: Amount): Promise<void> {
  const { credits, reason } = amount
  await act(s, operator, personId, { action: "credits.take", detail: { credits }, reason }, async (tx) => {
    const id = await writeBonus(s, tx, operator, personId, { credits: -credits, reason })
    await take(tx, { accountId: personId, amount: credits, purpose: `bonus:${id}`, note: reason })
    return changeOf(tx, personId, -credits)
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
  accountId: string,
  { credits, reason }: Amount,
): Promise<string> {
  const id = newId()
  const bonus = await insertBonus(tx, { id, accountId, credits, reason, grantedBy: operator.accountId })
  await publishDocument(tx, s.config, bonusesCollection, bonus, "create")
  return id
}
