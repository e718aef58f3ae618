import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

export interface WaitingJobs {
  job: string
  state: "waiting" | "retry" | "active"
  count: number
  /** Of the job that waits longest past its earliest start. */
  oldestSeconds: number
}

/** What the last check of orders, payments and credits found wrong; 0 before the first. */
export async function countMoneyProblems(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(problems) as count from money_checks order by id desc limit 1`.execute(db)
  return rows[0]?.count ?? 0
}

/** Jobs that did not end, by kind and state. */
export async function countWaiting(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as job, case state::text when 'created' then 'waiting' else state::text end as state,
      count(*)::int as count,
      greatest(coalesce(extract(epoch from now() - min(start_after)), 0), 0)::float as "oldestSeconds"
    from jobs.job where state < 'completed' group by name, state`.execute(db)
  return rows
}
