import { type RawBuilder, sql } from "kysely"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { TodayFigure } from "#contract/operations/today.ts"
import type { Db } from "#server/db/open.ts"

/**
 * Figures of the last days. What is over is counted once and kept, so that reading them takes no longer when the tables
 * have grown; what came since is counted at each reading, so that they are right without the job too. Sums keep what was
 * counted even when its row goes later: an account that ended was a new one on its day.
 */

const zone = sql.lit(admissionRules.timeZone)

/** The day of a moment in the academy's time zone, as YYYY-MM-DD. */
const dayOf = (column: RawBuilder<unknown>) => sql<string>`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`

/** Midnight before the first of the last days. */
const firstMoment = (days: number) =>
  sql<Date>`((date_trunc('day', now() at time zone ${zone}) - make_interval(days => ${days - 1})) at time zone ${zone})`

/** One number of a day. */
export interface DayFigure {
  day: string
  name: string
  value: number
}

/** Figures that are sums over time that is over. */
const counted = {
  "sign-ups": {
    names: ["New accounts"],
    rows: sql`(select created_at, 'New accounts' as name, 1 as value from accounts)`,
  },
  pictures: { names: ["Pictures"], rows: sql`(select created_at, 'Pictures' as name, 1 as value from generations)` },
  credits: {
    names: ["Granted", "Spent", "Returned"],
    rows: sql`(select created_at, case when kind = 'settle' then 'Spent'
      when kind = 'release' or reason like 'grant:returned:%' then 'Returned' else 'Granted' end as name, amount as value
      from credit_transfers where kind in ('grant', 'purchase', 'settle', 'release'))`,
  },
} as const satisfies Partial<Record<TodayFigure, { names: readonly string[]; rows: RawBuilder<unknown> }>>

type Counted = keyof typeof counted

/** What is kept of a figure that is a sum is kept by quarters of an hour, which no time zone's midnight divides. */
const quarter = sql.lit("15 minutes")

/** A quarter is over when no transaction that began in it can be open still: the database ends them within seconds. */
const settling = sql.lit("5 minutes")

/** Work that was sent in a day has begun by then. */
const settlingOfWaits = sql.lit("2 hours")

const quarterOf = (moment: RawBuilder<unknown>) =>
  sql<Date>`date_bin(interval ${quarter}, ${moment}, timestamptz '2026-01-01 00:00+00')`

/** The end of what is kept of a figure: its first moment when there is nothing. */
async function endOfKept(db: Db, what: TodayFigure, length: RawBuilder<unknown>, days: number): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select greatest(max(starts_at) + interval ${length}, ${firstMoment(days)})::text as moment
    from kept_figures where what = ${what}`.execute(db)
  const [row] = rows
  if (!row) throw new Error("an aggregate gives one row")
  return row.moment
}

/** Sums of a figure by day. */
async function sumDays(db: Db, what: Counted, days: number): Promise<DayFigure[]> {
  const from = await endOfKept(db, what, quarter, days)
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`starts_at`)} as day, name, sum(value)::float as value from (
      select starts_at, name, value from kept_figures where what = ${what} and starts_at >= ${firstMoment(days)}
      union all
      select ${quarterOf(sql`created_at`)}, name, sum(value) from ${counted[what].rows} as since
      where created_at >= ${from}::timestamptz group by 1, 2
    ) as all_quarters group by 1, 2`.execute(db)
  return rows
}

/** New accounts by day. */
export const countSignUps = (db: Db, days: number): Promise<DayFigure[]> => sumDays(db, "sign-ups", days)

/** Pictures made by day. */
export const countPictures = (db: Db, days: number): Promise<DayFigure[]> => sumDays(db, "pictures", days)

/** Credits by day: what came in, what work cost, what came back. */
export const sumCredits = (db: Db, days: number): Promise<DayFigure[]> => sumDays(db, "credits", days)

/** Money that came in and was kept, by day and currency: counted each time, because money goes back later. */
export async function sumRevenue(db: Db, days: number): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`created_at`)} as day, currency as name, (sum(kept_minor) / 100)::float as value from payments
    where created_at >= ${firstMoment(days)} and kept_minor > 0 group by 1, 2`.execute(db)
  return rows
}

const midnightBefore = (moment: RawBuilder<unknown>) =>
  sql<Date>`(date_trunc('day', (${moment}) at time zone ${zone}) at time zone ${zone})`

/** Waits of work since a moment, by the midnight before it. */
const waits = (from: RawBuilder<unknown>) => sql`(
  select starts_at, (array['p50', 'p95'])[n] as name, both_values[n]::float as value from (
    select ${midnightBefore(sql`created_at`)} as starts_at,
      percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from started_at - created_at)) as both_values
    from runs where created_at >= ${from} and started_at is not null group by 1
  ) as by_day, generate_series(1, 2) as n)`

/** How long work waited in line, in seconds: the middle, and what one in twenty waits longer than. */
export async function measureWaits(db: Db, days: number): Promise<DayFigure[]> {
  const from = await endOfKept(db, "wait", sql.lit("24 hours"), days)
  const { rows } = await sql<DayFigure>`
    select ${dayOf(sql`starts_at`)} as day, name, value from kept_figures
    where what = 'wait' and starts_at >= ${firstMoment(days)} and value is not null
    union all
    select ${dayOf(sql`starts_at`)}, name, value
    from ${waits(sql`${from}::timestamptz`)} as since`.execute(db)
  return rows
}

/** Counts what is over and is not kept yet, a day of it at once, and forgets what no plot draws. */
export async function keepFigures(db: Db, days: number, signal: AbortSignal): Promise<void> {
  for (const what of Object.keys(counted) as Counted[]) {
    while (await keepQuarters(db, what, days)) signal.throwIfAborted()
  }
  await keepWaits(db, days)
  await sql`delete from kept_figures where starts_at < ${firstMoment(days + 1)}`.execute(db)
}

/** @returns whether anything was left to keep */
async function keepQuarters(db: Db, what: Counted, days: number): Promise<boolean> {
  const from = sql`${await endOfKept(db, what, quarter, days)}::timestamptz`
  const to = sql`least(${from} + interval '24 hours', ${quarterOf(sql`now() - interval ${settling}`)})`
  const kept = await sql`
    insert into kept_figures (what, name, starts_at, value)
    select ${what}, lines.name, quarters.starts_at, coalesce(sums.value, 0)
    from generate_series(${from}, ${to} - interval ${quarter}, interval ${quarter}) as quarters (starts_at)
    cross join unnest(array[${sql.join(counted[what].names)}]::text[]) as lines (name)
    left join (
      select ${quarterOf(sql`created_at`)} as starts_at, name, sum(value) as value from ${counted[what].rows} as rows
      where created_at >= ${from} and created_at < ${to} group by 1, 2
    ) as sums on sums.starts_at = quarters.starts_at and sums.name = lines.name
    on conflict do nothing`.execute(db)
  return (kept.numAffectedRows ?? 0n) > 0n
}

/** Waits cannot be added up: those of the last day are measured again each time, so that plots know them within minutes. */
async function keepWaits(db: Db, days: number): Promise<void> {
  const end = sql`${await endOfKept(db, "wait", sql.lit("24 hours"), days)}::timestamptz`
  const from = sql`least(${end}, ${midnightBefore(sql`now() - interval ${settlingOfWaits}`)})`
  await sql`
    insert into kept_figures (what, name, starts_at, value)
    select 'wait', lines.name, midnights.starts_at, measured.value
    from generate_series(${from}, now(), interval '24 hours') as midnights (starts_at)
    cross join (values ('p50'), ('p95')) as lines (name)
    left join ${waits(from)} as measured on measured.starts_at = midnights.starts_at and measured.name = lines.name
    on conflict (what, starts_at, name) do update set value = excluded.value`.execute(db)
}
