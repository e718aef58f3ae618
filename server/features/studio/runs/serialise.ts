import { serialiseDate } from "#contract/primitives.ts"
import type { Run } from "#contract/studio/runs.ts"
import type { Db } from "#server/db/open.ts"
import { type RunKind, type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"

/** A run as its owner sees it, without what its kind would add. */
export function plainRun(row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    progress: row.progress,
    count: row.count,
    feeCredits: row.feeCredits * row.count,
    previews: [],
    result: row.result as Run["result"],
    failure: row.failure,
    parentRunId: row.parentRunId,
    createdAt: serialiseDate(row.createdAt),
  }
}

/** A run as its owner sees it. */
export async function toRun(s: Pick<Services, "config">, db: Db, kind: RunKind, row: RunRow): Promise<Run> {
  const result = kind.describe ? await kind.describe(s, db, readRun(kind, row)) : row.result
  return {
    ...plainRun(row),
    previews: kind.previews?.(s, row.id, row.previewCount) ?? [],
    result: result as Run["result"],
  }
}
