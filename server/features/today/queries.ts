import { type RawBuilder, sql } from "kysely"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { TodayTask } from "#contract/product/today.ts"
import type { Db } from "#server/db/open.ts"

const zone = sql.lit(admissionRules.timeZone)

/** The day of a moment in the academy's time zone, as YYYY-MM-DD. */
const dayOf = (column: RawBuilder<unknown>) => sql<string>`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`

/** Midnight before the first of the last days. */
const firstMoment = (days: number) =>
  sql<Date>`((date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${days - 1})) at time zone ${zone})`

/** The last days, oldest first. */
export async function listDays(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(date_trunc('day', now() at time zone ${zone}) - make_interval(days => n), 'YYYY-MM-DD') as day
    from generate_series(${days - 1}::int, 0, -1) as n`.execute(db)
  return rows.map(({ day }) => day)
}

/** How much of each kind waits for somebody. */
export async function countTasks(db: Db): Promise<Record<TodayTask, number>> {
  const { rows } = await sql<Record<TodayTask, number>>`select
    (select count(*)::int from payments where refund_minor > paid_back_minor) as "money back",
    coalesce((select jsonb_array_length(problems) from money_checks order by id desc limit 1), 0) as books,
    (select count(*)::int from applications where status = 'interviewed') as applications,
    (select count(*)::int from assessments where submitted_at is not null and marked_at is null) as marking,
    (select count(distinct coalesce(generation_id, photoshoot_id))::int from picture_reports where state = 'open')
      as reports,
    (select count(*)::int from runs where status = 'failed' and created_at > now() - interval '1 day') as "failed runs",
    (select count(*)::int from provider_pauses where until > now()) as alarms,
    (select count(*)::int from contact_messages where answered_at is null and read_at is null) as messages,
    (select count(*)::int from contracts where status = 'lead') as leads,
    (select count(*)::int from undelivered_mails where resent_at is null) as letters`.execute(db)
  const [row] = rows
  if (!row) throw new Error("a query without a table gives one row")
  return row
}

/** One number of a day. */
export interface DayFigure {
  day: string
  name: string
  value: number
}

/** New accounts by day. */
export async function countSignUps(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`created_at`)} as day, 'New accounts' as name, count(*)::int as value from accounts
    where created_at >= ${firstMoment(days)} group by 1`.execute(db)
  return rows
}

/** Pictures made by day. */
export async function countPictures(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`created_at`)} as day, 'Pictures' as name, count(*)::int as value from generations
    where created_at >= ${firstMoment(days)} group by 1`.execute(db)
  return rows
}

/** Credits by day: what came in, what work cost, what came back. */
export async function sumCredits(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`created_at`)} as day,
      case when kind = 'settle' then 'Spent'
        when kind = 'release' or reason like 'grant:returned:%' then 'Returned' else 'Granted' end as name,
      sum(amount)::int as value
    from credit_transfers
    where created_at >= ${firstMoment(days)} and kind in ('grant', 'purchase', 'settle', 'release')
    group by 1, 2`.execute(db)
  return rows
}

/** Money that came in and was kept, by day and currency. */
export async function sumRevenue(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`created_at`)} as day, currency as name, (sum(kept_minor) / 100)::float as value from payments
    where created_at >= ${firstMoment(days)} and kept_minor > 0 group by 1, 2`.execute(db)
  return rows
}

/** How long work waited in line, in seconds: the middle, and what one in twenty waits longer than. */
export async function measureWaits(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<{ day: string; p50: number; p95: number }>`
    select ${dayOf(sql`created_at`)} as day,
      percentile_cont(0.5) within group (order by extract(epoch from started_at - created_at))::float as p50,
      percentile_cont(0.95) within group (order by extract(epoch from started_at - created_at))::float as p95
    from runs where created_at >= ${firstMoment(days)} and started_at is not null group by 1`.execute(db)
  return rows.flatMap(({ day, p50, p95 }) => [
    { day, name: "p50", value: p50 },
    { day, name: "p95", value: p95 },
  ])
}
