import type { Tx } from "#server/db/open.ts"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { longWorkSeconds, workDone, workFailed } from "./notices.ts"

/** Tells a person of work that took long, or has no result. What they cancelled they know. */
export async function tellOfEnd(s: Services, tx: Tx, row: RunRow, title: string): Promise<void> {
  const { id, kind, accountId, status, failure, feeCredits, count, createdAt, finishedAt } = row
  const facts = { id, kind, title }
  if (status === "failed") {
    const credits = feeCredits * count
    await tellPerson(s, tx, workFailed, { accountId, key: id, facts: { ...facts, failure: failure ?? "", credits } })
  }
  const seconds = ((finishedAt ?? createdAt).getTime() - createdAt.getTime()) / 1_000
  if (status === "ready" && seconds >= longWorkSeconds) await tellPerson(s, tx, workDone, { accountId, key: id, facts })
}
