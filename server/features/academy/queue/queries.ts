import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { Db, Tx } from "#server/db/open.ts"

/** Who counts as quiet: nothing done since before a moment, in a cohort that had begun by then, not written to since. */
export interface QuietRule {
  /** Only of these; null for all. */
  cohorts: CohortScope
  /** Whoever did something, began or was written to after it is not quiet. */
  before: Date
}

const inCohorts = (cohorts: CohortScope, column: "enrolments.cohort_id" | "cohorts.id") =>
  cohorts === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...cohorts]}::text[])`

/** When a cohort began; nobody is quiet for longer. */
const begun = sql`(cohorts.starts_on || 'T00:00:00Z')::timestamptz`

export interface QuietRow {
  id: string
  accountId: string
  name: string
  cohortId: string
  programId: string
  number: number
  startsOn: string
  /** Since when they have done nothing: their last act, or what made it possible. */
  since: Date
}

/**
 * Quiet learners, longest first. Each cohort gives its first ones, in the order of its index, so that no more are read than are
 * shown. Within a cohort "since" follows the last sign of life, which also tells apart those who did nothing since it began.
 * @param after place of the last one of the page before @param only of these alone
 */
function quiet({ cohorts, before }: QuietRule, most: number, { after, only = sql`true` }: QuietPart) {
  const last =
    after === undefined
      ? sql`select '-infinity'::timestamptz as since, '-infinity'::timestamptz as sign_at, '' as id`
      : sql`select greatest(last_sign_at, ${begun}) as since, last_sign_at as sign_at, enrolments.id
          from enrolments join cohorts on cohorts.id = cohort_id where enrolments.id = ${after}`
  return sql<QuietRow>`
    select place.id, place.account_id, place.name, cohorts.id as cohort_id, cohorts.program_id, cohorts.number,
      cohorts.starts_on, greatest(place.last_sign_at, ${begun}) as since
    from (${last}) as last cross join cohorts
    cross join lateral (
      select enrolments.id, account_id, accounts.name, last_sign_at
      from enrolments join accounts on accounts.id = account_id
      where cohort_id = cohorts.id and status = 'active' and last_sign_at <= ${before} and not is_blocked
        and (written_at is null or written_at <= ${before}) and ${only}
        and (last_sign_at, enrolments.id) > (
          case when ${begun} > last.since then '-infinity' when ${begun} = last.since then last.sign_at else last.since end,
          case when last.since in (${begun}, last.sign_at) then last.id else '' end)
      order by last_sign_at, enrolments.id limit ${sql.lit(most)}) as place
    where ${inCohorts(cohorts, "cohorts.id")} and ${begun} <= ${before}
    order by since, place.last_sign_at, place.id limit ${sql.lit(most)}`
}

interface QuietPart {
  after?: string | undefined
  only?: RawBuilder<unknown>
}

/** A page of quiet learners, those who are quiet longest first. @param after place of the last one of the page before */
export async function listQuiet(db: Db, rule: QuietRule, limit: number, after: string | undefined) {
  return (await quiet(rule, limit, { after }).execute(db)).rows
}

/** One quiet learner; undefined when they are not quiet, or not of these cohorts. */
export async function findQuiet(db: Db, rule: QuietRule, placeId: string): Promise<QuietRow | undefined> {
  return (await quiet(rule, 1, { only: sql`enrolments.id = ${placeId}` }).execute(db)).rows[0]
}

/** How many are quiet, `most` at most. */
export function countQuiet(db: Db, rule: QuietRule, most: number): Promise<number> {
  return countRows(db, quiet(rule, most, {}))
}

async function countRows(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (${rows}) as rows`.execute(
    db,
  )
  return counted[0]?.count ?? 0
}

/** Whether there is such a place among these cohorts, which then changes for nobody else until the transaction has ended. */
export async function lockPlace(tx: Tx, cohorts: CohortScope, placeId: string): Promise<boolean> {
  const held = await tx
    .selectFrom("enrolments")
    .select("id")
    .where("id", "=", placeId)
    .where(inCohorts(cohorts, "enrolments.cohort_id"))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Who wrote to a learner since this moment; "A colleague" for one whose account is gone; undefined for nobody. */
export async function findWriter(tx: Tx, placeId: string, moment: Date): Promise<string | undefined> {
  const found = await tx
    .selectFrom("enrolments")
    .leftJoin("accounts", "accounts.id", "enrolments.writtenBy")
    .select("accounts.name")
    .where("enrolments.id", "=", placeId)
    .where("enrolments.writtenAt", ">", moment)
    .executeTakeFirst()
  return found && (found.name ?? "A colleague")
}

export async function noteWritten(tx: Tx, placeId: string, written: { writtenAt: Date; writtenBy: string }) {
  await tx.updateTable("enrolments").set(written).where("id", "=", placeId).execute()
}

/** Of each of these places the task that came back last and was not handed in again. */
export async function listCameBack(db: Db, placeIds: readonly string[]) {
  const { rows } = await sql<{ placeId: string; lessonId: string; title: string }>`
    select distinct on (enrolments.id) enrolments.id as place_id, lessons.id as lesson_id,
      coalesce(kept.title, lessons.title) as title
    from enrolments
    join task_submissions on task_submissions.account_id = enrolments.account_id and task_submissions.state = 'again'
    join lessons on lessons.id = task_submissions.lesson_id
    left join lesson_editions as kept on kept.lesson_id = lessons.id and kept.edition = task_submissions.edition
    join course_modules on course_modules.id = lessons.module_id
      and coalesce(course_modules.program_id, enrolments.program_id) = enrolments.program_id
    where enrolments.id = any(${[...placeIds]}::text[])
      and not exists (select from task_submissions as later where later.account_id = enrolments.account_id
        and later.lesson_id = lessons.id and later.created_at > task_submissions.created_at)
    order by enrolments.id, task_submissions.marked_at desc`.execute(db)
  return new Map(rows.map((row) => [row.placeId, row]))
}

/** Whether somebody still learns in a place and is not shut out. */
export async function isLearning(db: Db, placeId: string): Promise<boolean> {
  const found = await db
    .selectFrom("enrolments")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .select("enrolments.id")
    .where("enrolments.id", "=", placeId)
    .where("enrolments.status", "=", "active")
    .where("accounts.isBlocked", "=", false)
    .executeTakeFirst()
  return found !== undefined
}

/** Whose questions wait: those asked in discussions of these cohorts (null for all), and on the contact page where it is read. */
export interface QuestionRule {
  cohorts: CohortScope
  readsMessages: boolean
}

interface QuestionRow {
  id: string
  createdAt: Date
  name: string
  programId: string
  cohort: number
  subject: string
  text: string
  path: string
}

/** What learners asked on the contact page. */
const ofMessages = (most: number) => sql`
  (select message.id, message.created_at, accounts.name, cohorts.program_id, cohorts.number as cohort, message.subject,
    message.info as text, '/operator/messages?search=' || message.number as path
  from last cross join contact_messages as message
  join accounts on accounts.id = message.account_id
  cross join lateral (select cohort_id from enrolments where account_id = message.account_id and status = 'active'
    order by started_at desc limit 1) as place
  join cohorts on cohorts.id = place.cohort_id
  where message.answered_at is null and message.source = 'contact' and message.account_id is not null
    and (message.created_at, message.id) > (last.at, last.id)
  order by message.created_at, message.id limit ${sql.lit(most)})`

/** What learners asked in discussions; of each cohort the first, in the order of its index. */
const ofDiscussions = (cohorts: CohortScope, most: number) => sql`
  (select thread.id, thread.asked_at, thread.name, cohorts.program_id, cohorts.number, thread.title, thread.body,
    '/learn/discussion/' || thread.id
  from last cross join cohorts
  cross join lateral (
    select thread.id, thread.asked_at, accounts.name, asked.title, asked.body
    from discussion_threads as thread
    join discussion_entries as asked on asked.id = thread.id
    join accounts on accounts.id = asked.author_id
    where thread.cohort_id = cohorts.id and thread.answers = 0 and not thread.is_closed and thread.asked_at is not null
      and (thread.asked_at, thread.id) > (last.at, last.id)
    order by thread.asked_at, thread.id limit ${sql.lit(most)}) as thread
  where ${inCohorts(cohorts, "cohorts.id")})`

/** What learners asked and nobody has answered, oldest first. @param after id of the last one of the page before */
function questions({ cohorts, readsMessages }: QuestionRule, most: number, after?: string) {
  const last =
    after === undefined
      ? sql`select '-infinity'::timestamptz as at, '' as id`
      : sql`select created_at as at, id from contact_messages where id = ${after}
          union all select created_at, id from discussion_entries where id = ${after}`
  const branches = [...(readsMessages ? [ofMessages(most)] : []), ofDiscussions(cohorts, most)]
  return sql<QuestionRow>`
    with last as materialized (${last})
    select * from (${sql.join(branches, sql` union all `)})
      as question (id, created_at, name, program_id, cohort, subject, text, path)
    order by created_at, id limit ${sql.lit(most)}`
}

/** A page of them, oldest first. @param after id of the last one of the page before */
export async function listOpenQuestions(db: Db, rule: QuestionRule, limit: number, after: string | undefined) {
  return (await questions(rule, limit, after).execute(db)).rows
}

/** How many wait, `most` at most. */
export function countOpenQuestions(db: Db, rule: QuestionRule, most: number): Promise<number> {
  return countRows(db, questions(rule, most))
}
