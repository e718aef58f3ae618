import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { type RunKind, readRun } from "#server/declarations/run-kind.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { abandonWork } from "./abandon-job.ts"
import { runsChannel } from "./channel.ts"
import { lateWorkSeconds } from "./end.ts"
import * as queries from "./queries.ts"

/** What a person ordered. What came of it belongs to the features whose kinds these are. */
export function runData(kinds: ReadonlyMap<string, RunKind>): PersonalData {
  return {
    async *records(s, { accountId }) {
      const value: unknown[] = []
      const read = (last: { id: string } | null) => queries.listRuns(s.db, accountId, pageRows, last?.id ?? null)
      for await (const { input, ...run } of rowsInPages(read)) value.push({ ...run, ...input })
      yield { name: "orders.json", value }
    },
    async erase(s, tx, accountId) {
      for (const row of await queries.lockOpenRuns(tx, accountId)) {
        const kind = kinds.get(row.kind)
        if (kind) await kind.discard?.(s, tx, readRun(kind, row), lateWorkSeconds)
        if (row.engineTicket !== null) await s.queue.enqueue(tx, abandonWork, { ticket: row.engineTicket })
        await notify(tx, runsChannel, row.id)
      }
    },
  }
}
