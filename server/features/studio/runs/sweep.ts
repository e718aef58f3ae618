import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { type Job, job } from "#server/declarations/job.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import { failRun } from "./job.ts"
import { listLostRuns } from "./queries.ts"

/** Lost runs ended at a time. */
const batchSize = 200

/** Gives back the credits of runs whose job is gone, whatever became of it. */
export function sweepRuns(kinds: ReadonlyMap<string, RunKind>): Job {
  return job({
    name: "runs.sweep",
    payload: z.object({}),
    attempts: 2,
    timeLimitSeconds: 120,
    concurrency: () => 1,
    schedule: "*/5 * * * *",

    async run(s) {
      for (const { id, kind: name } of await listLostRuns(s.db, batchSize)) {
        const kind = kinds.get(name)
        if (!kind) continue
        s.log.warn({ runId: id }, "a run has lost its job")
        await transact(s.db, (tx) => failRun(s, tx, kind, id, new Error("The work was lost.")))
      }
    },
  })
}
