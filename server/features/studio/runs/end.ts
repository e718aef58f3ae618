import { runFinished } from "#contract/studio/runs.ts"
import type { Tx } from "#server/db/open.ts"
import { type RunKind, type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { release } from "#server/features/money/credits/service.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { abandonWork } from "./abandon-job.ts"
import { runsChannel } from "./channel.ts"
import { updateGroup } from "./groups.ts"
import { endRun } from "./queries.ts"
import { toRun } from "./serialise.ts"
import { tellOfEnd } from "./tell-of-end.ts"

/** What a run's movements of credits are for. */
export function purposeOf(id: string): string {
  return `run:${id}`
}

/** Longest that a run at work goes on after it was ended from outside, in seconds; then what it still stored is removed. */
export const lateWorkSeconds = 900

/** Ends a run that this transaction holds fast and that has no result; all of its credits return. */
export async function endWithout(
  s: Services,
  tx: Tx,
  kind: RunKind,
  row: RunRow,
  outcome: { status: "failed"; failure: string } | { status: "cancelled" },
  note: string,
): Promise<RunRow> {
  const ended = await endRun(tx, row.id, outcome)
  // Credits are locked last, as in finishing.
  await kind.undo?.(s, tx, readRun(kind, ended))
  await release(tx, {
    accountId: row.accountId,
    amount: row.feeCredits * row.count,
    purpose: purposeOf(row.id),
    note,
  })
  if (row.engineTicket !== null) await s.queue.enqueue(tx, abandonWork, { ticket: row.engineTicket })
  if (row.startedAt) await kind.discard?.(s, tx, readRun(kind, row), lateWorkSeconds)
  await announce(s, tx, kind, ended)
  return ended
}

/** Tells the person's screens, and whoever waits for the run, that it has ended. */
export async function announce(s: Services, tx: Tx, kind: RunKind, row: RunRow): Promise<void> {
  if (kind.publishFinished) await kind.publishFinished(s, tx, readRun(kind, row))
  else await publishEvent(tx, row.accountId, runFinished, { run: await toRun(s, tx, kind, row) })
  // Parts of other work are told of with it; models tell by themselves.
  if (row.parentRunId === null && !kind.tellsItself) await tellOfEnd(s, tx, row, kind.title(readRun(kind, row).input))
  await updateGroup(s, tx, row)
  await notify(tx, runsChannel, row.id)
}
