import type { Tx } from "#server/db/open.ts"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { longWorkSeconds, workDone, workFailed } from "./notices.ts"

/** Tells a person of work that took long, or has no result. What they cancelled they know. */
export async function tellOfEnd(s: Services, tx: Tx, row: RunRow, title: string): Promise<void> {
  const { id, kind, accountId, status, createdAt, finishedAt } = row
  const { isSure = true, unsure = 0 } = (row.result ?? {}) as { isSure?: boolean; unsure?: number }
  const facts = { id, kind, title, unsure: isSure ? unsure : 1 }
  if (status === "failed") await tellOfFailure(s, tx, row, facts)
  const seconds = ((finishedAt ?? createdAt).getTime() - createdAt.getTime()) / 1_000
  if (status === "ready" && seconds >= longWorkSeconds) await tellPerson(s, tx, workDone, { accountId, key: id, facts })
}

type Failed = Pick<RunRow, "id" | "kind" | "accountId" | "failure" | "feeCredits" | "count">

/** Tells a person of work without result. @param path where it is looked at, when that is not the place of its kind */
export async function tellOfFailure(
  s: Services,
  tx: Tx,
  { id, kind, accountId, failure, feeCredits, count }: Failed,
  { title, path }: { title: string; path?: string },
): Promise<void> {
  const facts = { id, kind, title, failure: failure ?? "", credits: feeCredits * count, ...(path && { path }) }
  await tellPerson(s, tx, workFailed, { accountId, key: id, facts })
}
