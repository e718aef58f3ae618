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
    select distinct on (enrolments.id) enrolments.id as place_id, lessons.id as lesson_id, lessons.title
    from enrolments
    join task_submissions on task_submissions.account_id = enrolments.account_id and task_submissions.state = 'again'
    join lessons on lessons.id = task_submissions.lesson_id
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

/** Messages that learners sent through the contact page and nobody has answered. */
function openMessages(db: Db) {
  return db
    .selectFrom("contactMessages")
    .innerJoin("accounts", "accounts.id", "contactMessages.accountId")
    .innerJoin("enrolments", (join) =>
      join.onRef("enrolments.accountId", "=", "contactMessages.accountId").on("enrolments.status", "=", "active"),
    )
    .innerJoin("cohorts", "cohorts.id", "enrolments.cohortId")
    .where("contactMessages.answeredAt", "is", null)
    .where("contactMessages.source", "=", "contact")
}

/** A page of them, oldest first. @param after id of the last one of the page before */
export function listOpenMessages(db: Db, limit: number, after: string | undefined) {
  return openMessages(db)
    .distinctOn("contactMessages.number")
    .select(["contactMessages.id", "contactMessages.number", "contactMessages.subject", "contactMessages.info"])
    .select(["contactMessages.createdAt", "accounts.name", "cohorts.programId", "cohorts.number as cohort"])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`contact_messages.number > (select number from contact_messages as last where last.id = ${after})`,
      ),
    )
    .orderBy("contactMessages.number")
    .orderBy("enrolments.startedAt", "desc")
    .limit(limit)
    .execute()
}

export async function countOpenMessages(db: Db): Promise<number> {
  const { count } = await openMessages(db)
    .select(sql<number>`count(distinct contact_messages.id)::int`.as("count"))
    .executeTakeFirstOrThrow()
  return count
}
