import { type SqlBool, sql } from "kysely"
import type { HandedInFile } from "#contract/academy/learning.ts"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"
import { listBegun } from "./editions/queries.ts"

export type SubmissionRow = Awaited<ReturnType<typeof listSubmissions>>[number]

const submissionColumns = [
  "id",
  "accountId",
  "lessonId",
  "text",
  "link",
  "state",
  "comment",
  "createdAt",
  "edition",
] as const

/** The files of the hand-in of the row, as they were handed in. */
const filesOfSubmission = sql<HandedInFile[]>`coalesce((
  select json_agg(json_build_object('bucketId', files.bucket_id, 'fileId', files.id)
    order by task_submission_files.position)
  from task_submission_files join files on files.sequence = task_submission_files.file_sequence
  where task_submission_files.submission_id = task_submissions.id), '[]')`.as("files")

/** Ids of the lessons a person has done. */
export async function listDone(db: Db, accountId: string): Promise<Set<string>> {
  const rows = await db.selectFrom("lessonProgress").select("lessonId").where("accountId", "=", accountId).execute()
  return new Set(rows.map(({ lessonId }) => lessonId))
}

/** Notes in the places that a lesson belongs to that their learner did something there. */
export async function noteAct(
  db: Db,
  { accountId, lessonId, at }: { accountId: string; lessonId: string; at: Date },
): Promise<void> {
  await sql`update enrolments set acted_at = greatest(acted_at, ${at}::timestamptz)
    where account_id = ${accountId} and status <> 'ended'
      and program_id = coalesce((select course_modules.program_id from lessons
        join course_modules on course_modules.id = lessons.module_id where lessons.id = ${lessonId}), program_id)`.execute(
    db,
  )
}

/** Marks a lesson as done; the first time counts. */
export async function insertDone(db: Db, done: { accountId: string; lessonId: string; doneAt: Date }): Promise<void> {
  await db
    .insertInto("lessonProgress")
    .values(done)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A person's note beside a lesson; "" for none. */
export async function findNote(db: Db, accountId: string, lessonId: string): Promise<string> {
  const found = await db
    .selectFrom("lessonNotes")
    .select("text")
    .where("accountId", "=", accountId)
    .where("lessonId", "=", lessonId)
    .executeTakeFirst()
  return found?.text ?? ""
}

/** Keeps a note in place of the one before; an empty one is removed. */
export async function putNote(
  db: Db,
  { accountId, lessonId, text, updatedAt }: { accountId: string; lessonId: string; text: string; updatedAt: Date },
): Promise<void> {
  if (text === "") {
    await db.deleteFrom("lessonNotes").where("accountId", "=", accountId).where("lessonId", "=", lessonId).execute()
    return
  }
  await db
    .insertInto("lessonNotes")
    .values({ accountId, lessonId, text, updatedAt })
    .onConflict((conflict) => conflict.columns(["accountId", "lessonId"]).doUpdateSet({ text, updatedAt }))
    .execute()
}

/** Adds a note beside a lesson that has none yet. @returns `kept` where it has one, `unknown` where there is no such lesson */
export async function insertNote(
  db: Db,
  note: { accountId: string; lessonId: string; text: string; updatedAt: Date },
): Promise<"added" | "kept" | "unknown"> {
  const lesson = await db.selectFrom("lessons").select("id").where("id", "=", note.lessonId).executeTakeFirst()
  if (!lesson) return "unknown"
  const added = await db
    .insertInto("lessonNotes")
    .values(note)
    .onConflict((conflict) => conflict.doNothing())
    .returning("lessonId")
    .executeTakeFirst()
  return added ? "added" : "kept"
}

export async function insertAttempt(
  db: Db,
  attempt: {
    id: string
    accountId: string
    lessonId: string
    answers: readonly number[]
    right: number
    isPassed: boolean
    createdAt: Date
    edition: number
  },
): Promise<void> {
  await db
    .insertInto("quizAttempts")
    .values({ ...attempt, answers: JSON.stringify(attempt.answers) })
    .execute()
  await noteAct(db, { ...attempt, at: attempt.createdAt })
}

export function findLastAttempt(db: Db, accountId: string, lessonId: string) {
  return db
    .selectFrom("quizAttempts")
    .select(["answers", "right", "isPassed", "edition"])
    .where("accountId", "=", accountId)
    .where("lessonId", "=", lessonId)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst()
}

/** How often somebody answered a quiz in this edition, and whether they passed it once. */
export async function countTries(
  db: Db,
  { accountId, lessonId, edition }: { accountId: string; lessonId: string; edition: number },
): Promise<{ count: number; isPassed: boolean }> {
  const { count, passed } = await db
    .selectFrom("quizAttempts")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.countAll<number>().filterWhere("isPassed", "=", true).as("passed"),
    ])
    .where("accountId", "=", accountId)
    .where("lessonId", "=", lessonId)
    .where("edition", "=", edition)
    .executeTakeFirstOrThrow()
  return { count: Number(count), isPassed: Number(passed) > 0 }
}

/** A person's hand-ins of a lesson, newest first. */
export function listSubmissions(db: Db, accountId: string, lessonId: string) {
  return db
    .selectFrom("taskSubmissions")
    .select(submissionColumns)
    .select(filesOfSubmission)
    .where("accountId", "=", accountId)
    .where("lessonId", "=", lessonId)
    .orderBy("createdAt", "desc")
    .execute()
}

/** @returns false while another hand-in of the lesson waits or was accepted */
export async function insertSubmission(
  db: Db,
  submission: Omit<SubmissionRow, "files" | "state" | "comment">,
): Promise<boolean> {
  const inserted = await db
    .insertInto("taskSubmissions")
    .values({
      ...submission,
      state: "handed_in",
      markedBy: null,
      markedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  if (inserted.length === 0) return false
  await noteAct(db, { ...submission, at: submission.createdAt })
  return true
}

/** Keeps what a hand-in came with. */
export async function insertSubmissionFiles(
  db: Db,
  submissionId: string,
  fileSequences: readonly string[],
): Promise<void> {
  const rows = fileSequences.map((fileSequence, index) => ({ submissionId, position: index + 1, fileSequence }))
  if (rows.length > 0) await db.insertInto("taskSubmissionFiles").values(rows).execute()
}

/** How many hand-ins wait. @param cohorts only of their learners; null for all @param most counts no further */
export async function countWaiting(db: Db, cohorts: CohortScope, most?: number): Promise<number> {
  const waiting = cohorts === null ? sql`select from task_submissions where state = 'handed_in'` : waitingOf(cohorts)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${waiting} ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Hand-ins that wait of learners of these cohorts, learner by learner, so that others' are not read. What comes before every
 * program is work in each place of its learner: of theirs here, one counts.
 */
function waitingOf(cohorts: readonly string[]) {
  return sql`select from (select distinct account_id from enrolments where cohort_id = any(${[...cohorts]}::text[])) as learners
    cross join lateral (
      select from task_submissions
      join lessons on lessons.id = task_submissions.lesson_id
      join course_modules on course_modules.id = lessons.module_id
      where task_submissions.account_id = learners.account_id and task_submissions.state = 'handed_in'
        and exists (select ${placeOfWork(cohorts)}) offset 0) as waiting`
}

/**
 * Hand-ins that wait, oldest first, with whose they are.
 * @param cohorts only of their learners; null for all @param after id of the last one of the page before
 */
export function listWaiting(db: Db, cohorts: CohortScope, limit: number, after: string | undefined) {
  return waiting(db, cohorts)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(task_submissions.created_at, task_submissions.id) >
          ((select created_at from task_submissions where id = ${after}), ${after}::text)`,
      ),
    )
    .orderBy("taskSubmissions.createdAt")
    .orderBy("taskSubmissions.id")
    .limit(limit)
    .execute()
}

/** The same by their ids, page by page. @param after the last id of the page before */
export function listWaitingById(db: Db, cohorts: CohortScope, limit: number, after: string | null) {
  return waiting(db, cohorts)
    .$if(after !== null, (query) => query.where("taskSubmissions.id", ">", after ?? ""))
    .orderBy("taskSubmissions.id")
    .limit(limit)
    .execute()
}

/**
 * Whether the hand-in of the row is work of a learner of these cohorts: in the program that its lesson belongs to, or in
 * any of them for what comes before every program.
 */
function isWorkIn(cohorts: CohortScope) {
  return cohorts === null ? sql<SqlBool>`true` : sql<SqlBool>`exists (select ${placeOfWork(cohorts)})`
}

/** The place in which the hand-in of the row was made. @param cohorts one of these; null for any */
function placeOfWork(cohorts: CohortScope) {
  return sql`from enrolments
    where enrolments.account_id = task_submissions.account_id and enrolments.status in ('active', 'completed')
      and ${cohorts === null ? sql`true` : sql`enrolments.cohort_id = any(${[...cohorts]}::text[])`}
      and (course_modules.program_id is null or course_modules.program_id = enrolments.program_id)`
}

function submissionsIn(db: Db, cohorts: CohortScope) {
  return db
    .selectFrom("taskSubmissions")
    .innerJoin("lessons", "lessons.id", "taskSubmissions.lessonId")
    .innerJoin("courseModules", "courseModules.id", "lessons.moduleId")
    .where(isWorkIn(cohorts))
}

function waiting(db: Db, cohorts: CohortScope) {
  return submissionsIn(db, cohorts)
    .innerJoin("accounts", "accounts.id", "taskSubmissions.accountId")
    .select(submissionColumns.map((column) => `taskSubmissions.${column}` as const))
    .select(filesOfSubmission)
    .leftJoin("lessonEditions", (join) =>
      join
        .onRef("lessonEditions.lessonId", "=", "lessons.id")
        .onRef("lessonEditions.edition", "=", "taskSubmissions.edition"),
    )
    .select(({ fn }) => fn.coalesce("lessonEditions.title", "lessons.title").as("lessonTitle"))
    .select(["accounts.name as learner", "lessons.edition as newestEdition"])
    .select(["courseModules.programId"])
    .select(
      sql<string | null>`(select cohort_id ${placeOfWork(cohorts)} order by started_at desc limit 1)`.as("cohortId"),
    )
    .where("taskSubmissions.state", "=", "handed_in")
}

/** What learners handed in before those that wait, newest first. */
export function listEarlier(db: Db, submissionIds: readonly string[]) {
  return db
    .selectFrom("taskSubmissions as earlier")
    .innerJoin("taskSubmissions as waiting", (join) =>
      join
        .onRef("waiting.accountId", "=", "earlier.accountId")
        .onRef("waiting.lessonId", "=", "earlier.lessonId")
        // Of one task only one waits at a time: every other one was before it.
        .onRef("waiting.id", "<>", "earlier.id"),
    )
    .select(["waiting.id as waitingId", "earlier.id", "earlier.text", "earlier.link", "earlier.state"])
    .select(["earlier.comment", "earlier.createdAt"])
    .select(sql<number>`(select count(*)::int from task_submission_files where submission_id = earlier.id)`.as("files"))
    .where("waiting.id", "in", submissionIds.length > 0 ? submissionIds : [""])
    .orderBy("earlier.createdAt", "desc")
    .execute()
}

/** What people have done of these lessons, and how many of their tasks there wait. */
export async function readActivity(
  db: Db,
  { accountIds, lessonIds }: { accountIds: readonly string[]; lessonIds: readonly string[] },
) {
  const own = sql`account_id = people.id and lesson_id = any(${[...lessonIds]}::text[])`
  const { rows } = await sql<{ accountId: string; done: string[]; waiting: number }>`
    select people.id as account_id,
      array(select lesson_id from lesson_progress where ${own}) as done,
      (select count(*)::int from task_submissions where ${own} and state = 'handed_in') as waiting
    from unnest(${[...accountIds]}::text[]) as people (id)`.execute(db)
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** Whose a hand-in is. @param cohorts only of their learners; null for all */
export async function findLearnerOf(db: Db, cohorts: CohortScope, submissionId: string): Promise<string | undefined> {
  const found = await submissionsIn(db, cohorts)
    .select("taskSubmissions.accountId")
    .where("taskSubmissions.id", "=", submissionId)
    .executeTakeFirst()
  return found?.accountId
}

/** A file that was handed in. @param cohorts only of their learners; null for all */
export function findSubmissionFile(db: Db, cohorts: CohortScope, submissionId: string, fileId: string) {
  return submissionsIn(db, cohorts)
    .innerJoin("taskSubmissionFiles", "taskSubmissionFiles.submissionId", "taskSubmissions.id")
    .innerJoin("files", "files.sequence", "taskSubmissionFiles.fileSequence")
    .select(["files.bucketId", "files.id as fileId", sql<string>`files.sequence::text`.as("sequence")])
    .where("taskSubmissions.id", "=", submissionId)
    .where("files.id", "=", fileId)
    .executeTakeFirst()
}

/** Answers a hand-in; only the first answer counts. @returns whose it is, undefined when it was answered before */
export function markSubmission(
  db: Db,
  id: string,
  mark: { state: "accepted" | "again"; comment: string; markedBy: string; markedAt: Date },
) {
  return db
    .updateTable("taskSubmissions")
    .set(mark)
    .where("id", "=", id)
    .where("state", "=", "handed_in")
    .returning(["accountId", "lessonId", "edition"])
    .executeTakeFirst()
}

/** Everything a person handed in, answered, noted and read, for their copy. */
export async function listOwnWork(db: Db, accountId: string) {
  const [begun, done, attempts, submissions, notes, attended, read] = [
    await listBegun(db, accountId),
    await db.selectFrom("lessonProgress").select(["lessonId", "doneAt"]).where("accountId", "=", accountId).execute(),
    await db
      .selectFrom("quizAttempts")
      .select(["lessonId", "answers", "right", "isPassed", "createdAt", "edition"])
      .where("accountId", "=", accountId)
      .execute(),
    await db
      .selectFrom("taskSubmissions")
      .select(submissionColumns)
      .select(filesOfSubmission)
      .where("accountId", "=", accountId)
      .orderBy("createdAt")
      .execute(),
    await db
      .selectFrom("lessonNotes")
      .select(["lessonId", "text", "updatedAt"])
      .where("accountId", "=", accountId)
      .execute(),
    await db.selectFrom("classAttendance").select(["classId", "joinedAt"]).where("accountId", "=", accountId).execute(),
    await db.selectFrom("kitReads").select(["item", "readAt"]).where("accountId", "=", accountId).execute(),
  ]
  return { begun, done, attempts, submissions, notes, attended, read }
}

export async function listRead(db: Db, accountId: string): Promise<Set<string>> {
  const rows = await db.selectFrom("kitReads").select("item").where("accountId", "=", accountId).execute()
  return new Set(rows.map(({ item }) => item))
}

export async function insertRead(db: Db, read: { accountId: string; item: string; readAt: Date }): Promise<void> {
  await db
    .insertInto("kitReads")
    .values(read)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
