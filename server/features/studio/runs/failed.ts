import { type FailedRun, failedDays, type Run } from "#contract/studio/runs.ts"
import type { RunKind, RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { checkWords, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { AppError } from "#server/platform/errors.ts"
import * as queries from "./queries.ts"
import { toRun } from "./serialise.ts"
import { placeRun } from "./service.ts"

type Kinds = ReadonlyMap<string, RunKind>

/** Failed runs that are shown at once. */
const mostShown = 12

/** A person's failed work with what it would cost now to try it again. */
export async function listFailed(s: Services, kinds: Kinds, accountId: string): Promise<FailedRun[]> {
  const shown: FailedRun[] = []
  for (const row of await queries.listFailedRuns(s.db, accountId, { days: failedDays, limit: mostShown })) {
    const kind = kinds.get(row.kind)
    if (!kind) continue
    const run = await toRun(s, s.db, kind, row)
    shown.push({ ...run, prompt: saidOf(row).prompt ?? "", price: await priceOf(s, kind, row) })
  }
  return shown
}

/** Parts, and what has rows of its own that ended with the run, are ordered anew where they belong. */
function canRetry(kind: RunKind, { jobId, parentRunId }: RunRow): boolean {
  return jobId !== null && parentRunId === null && !kind.undo
}

async function priceOf(s: Services, kind: RunKind, row: RunRow): Promise<number | null> {
  const input = kind.input.safeParse(row.input)
  if (!input.success || !canRetry(kind, row)) return null
  if (await kind.isWaived?.(s.db, row.accountId)) return 0
  const { feeCredits, count } = kind.price(s, input.data)
  return feeCredits * count
}

/** What the inputs of all kinds have of this. */
function saidOf({ input }: RunRow): { prompt?: string; isPublic?: boolean } {
  return input as { prompt?: string; isPublic?: boolean }
}

/**
 * Orders a failed run once more as it was, at the price of now; asked for twice, it is ordered once.
 * @throws AppError `not_found`; `step_not_allowed` where it has to be ordered anew; `words_refused`, `not_allowed` as for a new
 * order; what placing a run throws
 */
export async function retryRun(
  s: Services,
  kinds: Kinds,
  accountId: string,
  { id, agreedCredits }: { id: string; agreedCredits: number | null },
): Promise<Run> {
  const row = await queries.findOwnRun(s.db, accountId, id)
  const kind = row && kinds.get(row.kind)
  if (!kind || row.status !== "failed") throw new AppError("not_found", "This work has not failed, or is gone.")
  const input = kind.input.safeParse(row.input)
  if (!input.success || !canRetry(kind, row)) throw new AppError("step_not_allowed", "Please order this one anew.")
  const { prompt, isPublic = false } = saidOf(row)
  if (isPublic) await requirePublisher(s.db, accountId)
  const words = prompt === undefined ? undefined : await checkWords(s, { text: prompt, isPublic, field: "prompt" })
  const placed = await placeRun(s, kind, {
    accountId,
    input: { ...(input.data as object), ...(words?.mustWait && { mustWait: true }) },
    album: row.albumId ?? undefined,
    agreedCredits,
    ...{ idempotencyKey: `again-${id}`, body: { again: id } },
  })
  await queries.putAway(s.db, accountId, id)
  return toRun(s, s.db, kind, placed)
}

/** @throws AppError `not_found` */
export async function putAway(s: Services, accountId: string, id: string): Promise<void> {
  if (!(await queries.putAway(s.db, accountId, id))) {
    throw new AppError("not_found", "This work has not failed, or is gone.")
  }
}
