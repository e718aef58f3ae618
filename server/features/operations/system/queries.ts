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

/** How work and mail went lately. */
export interface RecentTrouble {
  /** Of the work that waits longest, in seconds. */
  waitSeconds: number
  /** Runs of the last half hour. */
  ready: number
  /** The same, at most two of a person's: whoever makes theirs fail on purpose is no trouble of the engine. */
  failed: number
  /** Mails of the last hour that did not arrive. */
  lostMails: number
  /** Questions in a row to which the payment provider gave no answer, the last one within half an hour. */
  unanswered: number
}

/** What the last half hour says about engines and mail; reads the ends of its tables only. */
export async function readRecentTrouble(db: Db): Promise<RecentTrouble> {
  const { rows } = await sql<RecentTrouble>`select
    coalesce((select extract(epoch from now() - min(created_at)) from runs
      where status = 'waiting' and job_id is not null), 0)::float as "waitSeconds",
    (select count(*)::int from runs where status = 'ready' and created_at > now() - interval '30 minutes') as ready,
    (select coalesce(sum(least(of_person, 2)), 0)::int from (select count(*) as of_person from runs
      where status = 'failed' and created_at > now() - interval '30 minutes' group by account_id) as failures) as failed,
    (select count(*)::int from undelivered_mails where created_at > now() - interval '1 hour' and resent_at is null)
      as "lostMails",
    coalesce((select failures from silent_providers
      where part = 'payments' and failed_at > now() - interval '30 minutes'), 0) as unanswered`.execute(db)
  return rows[0] ?? { waitSeconds: 0, ready: 0, failed: 0, lostMails: 0, unanswered: 0 }
}
