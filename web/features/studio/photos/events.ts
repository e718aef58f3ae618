import { runFinished, runProgressed } from "#contract/studio/runs.ts"
import { showRunOutcome } from "#web/content/work-outcome.tsx"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on, readAgain } from "#web/lib/calls/realtime.ts"
import { findKnownRun, isOpen, keepRun } from "#web/lib/studio/runs.ts"
import { isWork } from "#web/lib/studio/work-labels.ts"

/** Keeps running work on photos moving on the screen, and says wherever the person is what became of it. */
export const photoEvents: readonly Listener[] = [
  on(runProgressed, [queryKeys.openRuns, queryKeys.openOrders], (payload, queries) => {
    const { id, progress, previews } = payload
    const run = findKnownRun(queries, id)
    if (run && isOpen(run)) keepRun(queries, { ...run, status: "running", progress, previews })
    else if (!run && isWork(payload)) readAgain(queries, [queryKeys.openRuns, queryKeys.openOrders])
  }),

  on(runFinished, [queryKeys.openRuns], ({ run }, queries) => showRunOutcome(queries, run)),
]
