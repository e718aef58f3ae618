import { sql } from "kysely"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { TodayTask } from "#contract/operations/today.ts"
import type { Db } from "#server/db/open.ts"

const zone = sql.lit(admissionRules.timeZone)

/** The last days, oldest first. */
export async function listDays(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(date_trunc('day', now() at time zone ${zone}) - make_interval(days => n), 'YYYY-MM-DD') as day
    from generate_series(${days - 1}::int, 0, -1) as n`.execute(db)
  return rows.map(({ day }) => day)
}

/** How much of each kind waits for somebody, but for what another feature counts itself. */
export async function countTasks(db: Db): Promise<Record<Exclude<TodayTask, "reports">, number>> {
  const { rows } = await sql<Record<Exclude<TodayTask, "reports">, number>>`select
    (select count(*)::int from payments where refund_minor > paid_back_minor) as "money back",
    coalesce((select jsonb_array_length(problems) from money_checks order by id desc limit 1), 0) as books,
    (select count(*)::int from applications where status = 'interviewed') as applications,
    (select count(*)::int from assessments where submitted_at is not null and marked_at is null) as marking,
    (select count(*)::int from runs where status = 'failed' and created_at > now() - interval '1 day') as "failed runs",
    (select count(*)::int from provider_pauses where until > now()) as alarms,
    (select count(*)::int from contact_messages where answered_at is null and read_at is null) as messages,
    (select count(*)::int from contracts where status = 'lead') as leads,
    (select count(*)::int from undelivered_mails where resent_at is null) as letters,
    (select count(distinct (message, build))::int from client_errors where created_at > now() - interval '1 day') as crashes`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error("a query without a table gives one row")
  return row
}
