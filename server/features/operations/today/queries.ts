import { type RawBuilder, sql } from "kysely"
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

/** Kinds that the features count whose work they are. */
export type OwnCount =
  | "lost orders"
  | "tasks"
  | "questions"
  | "quiet learners"
  | "reports"
  | "discussion reports"
  | "credit requests"
type CountedHere = Exclude<TodayTask, OwnCount>

const counts: Readonly<Record<CountedHere, (now: Date) => RawBuilder<unknown>>> = {
  "money back": () => sql`select count(*) from payments where refund_minor > paid_back_minor`,
  books: () =>
    sql`select coalesce((select jsonb_array_length(problems) from money_checks order by id desc limit 1), 0)`,
  alarms: () => sql`select count(*) from provider_pauses where until > now()`,
  incidents: () => sql`select count(*) from incidents where ended_at is null`,
  "interviews today": (now) => sql`select count(*) from interviews
    join interview_slots as slot on slot.id = interviews.slot_id
    where interviews.status = 'booked' and slot.starts_at + make_interval(mins => slot.minutes) > ${now}
      and (slot.starts_at at time zone ${zone})::date = (${now}::timestamptz at time zone ${zone})::date`,
  "interviews over": (now) => sql`select count(*) from interviews
    join interview_slots as slot on slot.id = interviews.slot_id
    where interviews.status = 'booked' and slot.starts_at + make_interval(mins => slot.minutes) <= ${now}`,
  applications: () => sql`select count(*) from applications where status = 'interviewed'`,
  "without times": (now) => sql`select count(*) from applications where status = 'assessed' and not exists (
    select from interview_slots as slot
    where slot.closed_at is null and (slot.program_id is null or slot.program_id = applications.program_id)
      and slot.starts_at > ${now}::timestamptz + make_interval(hours => ${admissionRules.interviewCutOffHours})
      and not exists (select from interviews where slot_id = slot.id and interviews.status <> 'cancelled'))`,
  marking: () => sql`select count(*) from assessments where submitted_at is not null and marked_at is null`,
  tuition: (now) => sql`select count(distinct enrolments.id) from tuition_payments
    join enrolments on enrolments.id = tuition_payments.enrolment_id
    where enrolments.status = 'active' and paid_at is null
      and due_on < to_char(${now}::timestamptz at time zone ${zone}, 'YYYY-MM-DD')`,
  "failed runs": () => sql`select count(*) from runs where status = 'failed' and created_at > now() - interval '1 day'`,
  messages: () => sql`select count(*) from contact_messages where answered_at is null and read_at is null`,
  leads: () => sql`select count(*) from contracts where status = 'lead'`,
  letters: () => sql`select count(*) from undelivered_mails where resent_at is null`,
  crashes: () =>
    sql`select count(distinct (message, build)) from client_errors where created_at > now() - interval '1 day'`,
}

/** How much of each kind waits for somebody, but for what another feature counts itself. @param now by the server's clock */
export async function countTasks(db: Db, now: Date): Promise<Record<CountedHere, number>> {
  const columns = Object.entries(counts).map(([what, count]) => sql`(${count(now)})::int as ${sql.id(what)}`)
  const { rows } = await sql<Record<CountedHere, number>>`select ${sql.join(columns)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error("a query without a table gives one row")
  return row
}
