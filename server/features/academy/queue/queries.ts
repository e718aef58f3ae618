import { type SqlBool, sql } from "kysely"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { Db, Tx } from "#server/db/open.ts"

/** Who counts as quiet: nothing done since before a moment, in a cohort that has begun by a day, not written to since. */
export interface QuietRule {
  /** Only of these; null for all. */
  cohorts: CohortScope
  /** The academy's day, as YYYY-MM-DD. */
  today: string
  /** Whoever did something, began or was written to after it is not quiet. */
  before: Date
}

/** Since when a learner has done nothing: their last act, or what made it possible. */
const since = sql<Date>`greatest(enrolments.acted_at, enrolments.started_at,
  (cohorts.starts_on || 'T00:00:00Z')::timestamptz)`

const inCohorts = (cohorts: CohortScope) =>
  cohorts === null ? sql<SqlBool>`true` : sql<SqlBool>`enrolments.cohort_id = any(${[...cohorts]}::text[])`

function quiet(db: Db, { cohorts, today, before }: QuietRule) {
  return db
    .selectFrom("enrolments")
    .innerJoin("cohorts", "cohorts.id", "enrolments.cohortId")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .where("enrolments.status", "=", "active")
    .where("accounts.isBlocked", "=", false)
    .where(inCohorts(cohorts))
    .where("cohorts.startsOn", "<=", today)
    .where(since, "<=", before)
    .where((row) => row.or([row("enrolments.writtenAt", "is", null), row("enrolments.writtenAt", "<=", before)]))
}

function quietRows(db: Db, rule: QuietRule) {
  return quiet(db, rule)
    .select(["enrolments.id", "enrolments.accountId", "enrolments.cohortId", "enrolments.programId"])
    .select(["accounts.name", "cohorts.number", "cohorts.startsOn", since.as("since")])
}

export type QuietRow = Awaited<ReturnType<typeof listQuiet>>[number]

/** A page of quiet learners, those who are quiet longest first. @param after place of the last one of the page before */
export function listQuiet(db: Db, rule: QuietRule, limit: number, after: string | undefined) {
  return quietRows(db, rule)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${since}, enrolments.id) > (select greatest(last.acted_at, last.started_at,
          (own.starts_on || 'T00:00:00Z')::timestamptz), last.id
          from enrolments as last join cohorts as own on own.id = last.cohort_id where last.id = ${after})`,
      ),
    )
    .orderBy("since")
    .orderBy("enrolments.id")
    .limit(limit)
    .execute()
}

/** One quiet learner; undefined when they are not quiet, or not of these cohorts. */
export function findQuiet(db: Db, rule: QuietRule, placeId: string) {
  return quietRows(db, rule).where("enrolments.id", "=", placeId).executeTakeFirst()
}

export async function countQuiet(db: Db, rule: QuietRule): Promise<number> {
  const { count } = await quiet(db, rule).select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow()
  return count
}

/** Whether there is such a place among these cohorts, which then changes for nobody else until the transaction has ended. */
export async function lockPlace(tx: Tx, cohorts: CohortScope, placeId: string): Promise<boolean> {
  const held = await tx
    .selectFrom("enrolments")
    .select("id")
    .where("id", "=", placeId)
    .where(inCohorts(cohorts))
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

/** What learners asked and nobody has answered. */
const questions = ({ cohorts, readsMessages }: QuestionRule) => sql`
  (select distinct on (message.number) message.id, message.created_at, accounts.name, cohorts.program_id,
    cohorts.number as cohort, message.subject, message.info as text, '/operator/messages?search=' || message.number as path
  from contact_messages as message
  join accounts on accounts.id = message.account_id
  join enrolments on enrolments.account_id = message.account_id and enrolments.status = 'active'
  join cohorts on cohorts.id = enrolments.cohort_id
  where ${readsMessages}::boolean and message.answered_at is null and message.source = 'contact'
  order by message.number, enrolments.started_at desc)
  union all
  (select thread.id, asked.created_at, accounts.name, cohorts.program_id, cohorts.number, asked.title, asked.body,
    '/learn/discussion/' || thread.id
  from discussion_threads as thread
  join discussion_entries as asked on asked.id = thread.id
  join accounts on accounts.id = asked.author_id
  join cohorts on cohorts.id = thread.cohort_id
  where thread.answers = 0 and not thread.is_closed and asked.deleted_at is null
    and (${cohorts === null} or thread.cohort_id = any(${[...(cohorts ?? [])]}::text[]))
    and exists (select from enrolments
      where enrolments.account_id = asked.author_id and enrolments.cohort_id = thread.cohort_id))`

/** A page of them, oldest first. @param after id of the last one of the page before */
export async function listOpenQuestions(
  db: Db,
  rule: QuestionRule,
  limit: number,
  after: string | undefined,
): Promise<QuestionRow[]> {
  const from = after ?? null
  const { rows } = await sql<QuestionRow>`
    select * from (${questions(rule)}) as question
    where ${from}::text is null or (created_at, id) > (select created_at, id from (
      select created_at, id from contact_messages where id = ${from}
      union all select created_at, id from discussion_entries where id = ${from}) as last)
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

export async function countOpenQuestions(db: Db, rule: QuestionRule): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${questions(rule)}) as question`.execute(db)
  return rows[0]?.count ?? 0
}
