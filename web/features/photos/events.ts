import { runFinished, runProgressed } from "#contract/product/runs.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { type Listener, on } from "#web/lib/realtime.ts"
import { isOpen, keepRun, runQuery } from "./runs.ts"

/** Keeps running work on photos moving on the screen. */
export const photoEvents: readonly Listener[] = [
  on(runProgressed, [queryKeys.openRuns], ({ id, progress, previews }, queries) => {
    const run = queries.getQueryData(runQuery(id).queryKey)
    if (run && isOpen(run)) keepRun(queries, { ...run, status: "running", progress, previews })
  }),
  on(runFinished, [queryKeys.openRuns], ({ run }, queries) => keepRun(queries, run)),
]
