import { sql } from "kysely"
import type { RunState } from "#contract/studio/runs-admin.ts"
import type { Db, Tx } from "#server/db/open.ts"

export interface RunFilter {
  status: RunState
  engine: string | undefined
  failure: string | undefined
  /** Id of the last one of the page before: ids rise with time. */
  before: string | undefined
}

export function listByState(db: Db, { status, engine, failure, before }: RunFilter, limit: number) {
  return db
    .selectFrom("runs")
    .innerJoin("accounts", "accounts.id", "runs.accountId")
    .select([
      "runs.id",
      "runs.kind",
      "runs.title",
      "runs.status",
      "runs.engine",
      "runs.failure",
      "runs.createdAt",
      "runs.finishedAt",
      "runs.accountId",
      "accounts.name",
      sql<number>`runs.fee_credits * runs.count`.as("credits"),
    ])
    .where("runs.status", "=", status)
    .$if(engine !== undefined, (query) => query.where("runs.engine", "=", engine ?? ""))
    .$if(failure !== undefined, (query) => query.where("runs.failure", "=", failure ?? ""))
    .$if(before !== undefined, (query) => query.where("runs.id", "<", before ?? ""))
    .orderBy("runs.id", "desc")
    .limit(limit)
    .execute()
}

/** Rows that the counts of one state look at, the newest. */
const looked = 5_000

export async function countFailures(db: Db, status: RunState): Promise<{ failure: string; count: number }[]> {
  const { rows } = await sql<{ failure: string; count: number }>`
    select failure, count(*)::int as count
    from (select failure from runs where status = ${status} order by id desc limit ${looked}) as last
    where failure is not null group by failure order by count(*) desc limit 8`.execute(db)
  return rows
}

export async function listEngines(db: Db, status: RunState): Promise<string[]> {
  const { rows } = await sql<{ engine: string }>`
    select distinct engine from (select engine from runs where status = ${status} order by id desc limit ${looked}) as last
    where engine is not null order by engine`.execute(db)
  return rows.map(({ engine }) => engine)
}

/** Holds one run fast, whatever its state. */
export function lockRun(tx: Tx, id: string) {
  return tx.selectFrom("runs").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
}

/** How the runs of the last day went, by engine. */
export async function countLastDay(db: Db) {
  const { rows } = await sql<{ engine: string; ready: number; failed: number; medianSeconds: number | null }>`
    select engine, (count(*) filter (where status = 'ready'))::int as ready,
      (count(*) filter (where status = 'failed'))::int as failed,
      round((percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at))
        filter (where status = 'ready'))::numeric, 1)::float8 as "medianSeconds"
    from (select * from runs where status in ('ready', 'failed') order by id desc limit ${looked * 4}) as last
    where engine is not null and finished_at > now() - interval '1 day'
    group by engine order by engine`.execute(db)
  return rows
}

export function listPauses(db: Db) {
  return db
    .selectFrom("providerPauses")
    .select(["part", "reason", "until"])
    .where("until", ">", sql<Date>`now()`)
    .orderBy("part")
    .execute()
}
