import { type RawBuilder, type SqlBool, sql } from "kysely"
import { discussionDeletedDays } from "#contract/academy/discussions.ts"
import { type OperatorRight, operatorRights } from "#contract/identity/operator-rights.ts"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Db, Tx } from "#server/db/open.ts"

const right: OperatorRight = "teaching"

/** Roles of those who teach, as a list of the database. */
const teachingRoles = sql`${[...operatorRights[right].roles]}::text[]`

/** Who wrote the entry that `author_id` of the row names. */
const author = sql<string | null>`(select name from accounts where id = entry.author_id)`.as("authorName")
const isTeacher =
  sql<boolean>`exists (select from operators where account_id = entry.author_id and role = any(${teachingRoles}))`.as(
    "isTeacher",
  )

/** What a list shows of threads, for one reader. */
function threads(db: Db, reader: string) {
  return db
    .selectFrom("discussionThreads as thread")
    .innerJoin("discussionEntries as entry", "entry.id", "thread.id")
    .leftJoin("lessons", "lessons.id", "thread.lessonId")
    .leftJoin("discussionReads as mine", (join) =>
      join.onRef("mine.threadId", "=", "thread.id").on("mine.accountId", "=", reader),
    )
    .select(["thread.id", "thread.cohortId", "thread.lessonId", "lessons.title as lessonTitle"])
    .select(["thread.isPinned", "thread.isClosed", "thread.acceptedId", "thread.answers", "thread.lastAt"])
    .select(sql<string>`thread.last_sequence::text`.as("lastSequence"))
    .select(["entry.title", "entry.authorId", "entry.createdAt", "entry.deletedAt", author, isTeacher])
    .select(sql<boolean>`thread.last_sequence > coalesce(mine.read_sequence, 0)`.as("isUnread"))
    .select(sql<boolean>`coalesce(mine.is_muted, false)`.as("isMuted"))
}

/** A thread whose beginning was deleted before anybody answered is shown to nobody. */
const isShown = sql<SqlBool>`(entry.deleted_at is null or thread.answers > 0)`

export type ThreadRow = Awaited<ReturnType<typeof listThreads>>[number]

/** Threads of a cohort, or of a lesson in it, those written in last on top, without those that are pinned. */
export function listThreads(
  db: Db,
  reader: string,
  { cohortId, lessonId, before }: { cohortId: string; lessonId: string | undefined; before: string | undefined },
  limit: number,
) {
  return threads(db, reader)
    .where("thread.cohortId", "=", cohortId)
    .where(isShown)
    .$if(lessonId !== undefined, (query) => query.where("thread.lessonId", "=", lessonId ?? ""))
    .$if(lessonId === undefined, (query) => query.where("thread.isPinned", "=", false))
    .$if(before !== undefined, (query) => query.where("thread.lastSequence", "<", before ?? ""))
    .orderBy("thread.lastSequence", "desc")
    .limit(limit)
    .execute()
}

export function listPinned(db: Db, reader: string, cohortId: string, limit: number) {
  return threads(db, reader)
    .where("thread.cohortId", "=", cohortId)
    .where("thread.isPinned", "=", true)
    .where(isShown)
    .orderBy("thread.lastSequence", "desc")
    .limit(limit)
    .execute()
}

export function findThread(db: Db, reader: string, id: string) {
  return threads(db, reader).where("thread.id", "=", id).where(isShown).executeTakeFirst()
}

/** Threads of a cohort with something that somebody has not seen, `most` of them at most. */
export async function countUnread(db: Db, reader: string, cohortId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from discussion_threads as thread
      join discussion_entries as entry on entry.id = thread.id
      left join discussion_reads as mine on mine.thread_id = thread.id and mine.account_id = ${reader}
      where thread.cohort_id = ${cohortId} and ${isShown}
        and thread.last_sequence > coalesce(mine.read_sequence, 0) and not coalesce(mine.is_muted, false)
      limit ${most}
    ) as unread`.execute(db)
  return rows[0]?.count ?? 0
}

const entryColumns = [
  "entry.id",
  "entry.threadId",
  "entry.cohortId",
  "entry.authorId",
  "entry.title",
  "entry.body",
  "entry.blocks",
  "entry.createdAt",
  "entry.editedAt",
  "entry.version",
  "entry.deletedAt",
  "entry.deletedBy",
] as const

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

/** What was written in a thread, oldest first. */
export function listEntries(db: Db, threadId: string, after: string, limit: number) {
  return db
    .selectFrom("discussionEntries as entry")
    .select(entryColumns)
    .select([sql<string>`entry.sequence::text`.as("sequence"), author, isTeacher])
    .select(sql<number>`(select count(*)::int from discussion_pictures where entry_id = entry.id)`.as("pictures"))
    .where("entry.threadId", "=", threadId)
    .where("entry.sequence", ">", after)
    .orderBy("entry.sequence")
    .limit(limit)
    .execute()
}

/** Entries of a cohort among which a word is looked for before the index of words is asked. */
const newest = 1_000

interface HitRow {
  id: string
  threadId: string
  authorId: string | null
  body: string
  createdAt: Date
  authorName: string | null
  isTeacher: boolean
  title: string
}

/**
 * The newest entries with these words. Words that stand everywhere are found among the newest; of those that do not, the index
 * of words names few, and is the quicker way.
 */
export async function search(db: Db, cohortId: string, words: string, limit: number): Promise<HitRow[]> {
  const hits = (entries: RawBuilder<unknown>) => sql<HitRow>`
    select entry.id, entry.thread_id, entry.author_id, entry.body, entry.created_at, ${author}, ${isTeacher},
      case when opener.deleted_at is null then opener.title else '' end as title
    from (select * from ${entries} as entry
      where deleted_at is null and words @@ websearch_to_tsquery('simple', ${words})
      -- By a sum, for which no index is read from its end to its beginning until all are found.
      order by sequence + 0 desc limit ${sql.lit(limit)}) as entry
    join discussion_entries as opener on opener.id = entry.thread_id
    order by entry.sequence desc`
  const own = sql`select * from discussion_entries where cohort_id = ${cohortId}`
  const { rows } = await hits(sql`(${own} order by sequence desc limit ${sql.lit(newest)})`).execute(db)
  return rows.length === limit ? rows : (await hits(sql`(${own})`).execute(db)).rows
}

/** An entry with its thread; both stay as they are until the transaction has ended. */
export async function lockEntry(tx: Tx, id: string) {
  const found = await tx.selectFrom("discussionEntries").select("threadId").where("id", "=", id).executeTakeFirst()
  const thread = found && (await lockThread(tx, found.threadId))
  const entry = thread && (await findEntry(tx, id))
  return entry ? { ...entry, isClosed: thread.isClosed } : undefined
}

export function findEntry(db: Db, id: string) {
  return db.selectFrom("discussionEntries as entry").select(entryColumns).where("entry.id", "=", id).executeTakeFirst()
}

export function lockThread(tx: Tx, id: string) {
  return tx
    .selectFrom("discussionThreads as thread")
    .innerJoin("discussionEntries as entry", "entry.id", "thread.id")
    .select(["thread.id", "thread.cohortId", "thread.isClosed", "thread.isPinned", "thread.acceptedId"])
    .select(["entry.authorId", "entry.title", "entry.deletedAt"])
    .where("thread.id", "=", id)
    .forUpdate("thread")
    .executeTakeFirst()
}

/** Whether a lesson is one of a cohort's program, or of what comes before every program, and learners see it. */
export async function isTaughtIn(db: Db, cohortId: string, lessonId: string): Promise<boolean> {
  const found = await db
    .selectFrom("lessons")
    .innerJoin("courseModules", "courseModules.id", "lessons.moduleId")
    .innerJoin("cohorts", (join) =>
      join.on(sql<SqlBool>`course_modules.program_id is null or course_modules.program_id = cohorts.program_id`),
    )
    .select("lessons.id")
    .where("lessons.id", "=", lessonId)
    .where("lessons.isDraft", "=", false)
    .where("cohorts.id", "=", cohortId)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertThread(
  tx: Tx,
  thread: { id: string; cohortId: string; lessonId: string | null; lastAt: Date },
): Promise<void> {
  await tx
    .insertInto("discussionThreads")
    .values({ ...thread, acceptedId: null })
    .execute()
}

export interface NewEntry {
  id: string
  threadId: string
  cohortId: string
  authorId: string
  title: string
  body: string
  blocks: readonly TextBlock[]
  createdAt: Date
}

/** Adds what somebody wrote; its writer has read the thread to there. */
export async function insertEntry(tx: Tx, { blocks, ...entry }: NewEntry, pictures: readonly string[]): Promise<void> {
  const { sequence } = await tx
    .insertInto("discussionEntries")
    .values({ ...entry, blocks: JSON.stringify(blocks), editedAt: null, deletedAt: null, deletedBy: null })
    .returning(sql<string>`sequence::text`.as("sequence"))
    .executeTakeFirstOrThrow()
  const { id, threadId, authorId, createdAt } = entry
  if (pictures.length > 0) {
    const rows = pictures.map((fileSequence, index) => ({ entryId: id, position: index + 1, fileSequence }))
    await tx.insertInto("discussionPictures").values(rows).execute()
  }
  await tx
    .updateTable("discussionThreads")
    .set({ lastSequence: sequence, lastAt: createdAt })
    .$if(id !== threadId, (query) => query.set({ answers: sql<number>`answers + 1` }))
    .where("id", "=", threadId)
    .execute()
  await saveMine(tx, authorId, threadId, {})
}

/** Somebody has read a thread to its end; and, where it is said, wants to hear of it or not. */
export async function saveMine(
  db: Db,
  accountId: string,
  threadId: string,
  { isMuted }: { isMuted?: boolean | undefined },
): Promise<void> {
  const choice = isMuted ?? null
  await sql`
    insert into discussion_reads (account_id, thread_id, read_sequence, is_muted)
    select ${accountId}, id, last_sequence, coalesce(${choice}::boolean, false)
    from discussion_threads where id = ${threadId}
    on conflict (account_id, thread_id) do update set
      read_sequence = greatest(discussion_reads.read_sequence, excluded.read_sequence),
      is_muted = coalesce(${choice}::boolean, discussion_reads.is_muted)`.execute(db)
}

/** @returns false when somebody changed it since */
export async function changeEntry(
  tx: Tx,
  id: string,
  { version, body, blocks, editedAt }: { version: number; body: string; blocks: readonly TextBlock[]; editedAt: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable("discussionEntries")
    .set({ body, blocks: JSON.stringify(blocks), editedAt, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .execute()
  return changed.length > 0
}

/** Takes an entry from everybody's sight but that of those who teach. */
export async function markDeleted(
  tx: Tx,
  { id, threadId }: { id: string; threadId: string },
  deletedBy: "author" | "teacher",
  at: Date,
): Promise<void> {
  await tx.updateTable("discussionEntries").set({ deletedAt: at, deletedBy }).where("id", "=", id).execute()
  if (id === threadId) return
  await tx
    .updateTable("discussionThreads")
    .set({
      answers: sql<number>`answers - 1`,
      acceptedId: sql<string | null>`nullif(accepted_id, ${id})`,
    })
    .where("id", "=", threadId)
    .execute()
}

export async function setAccepted(tx: Tx, threadId: string, acceptedId: string | null): Promise<void> {
  await tx.updateTable("discussionThreads").set({ acceptedId }).where("id", "=", threadId).execute()
}

export async function setState(
  tx: Tx,
  threadId: string,
  state: { isPinned: boolean; isClosed: boolean },
): Promise<void> {
  await tx.updateTable("discussionThreads").set(state).where("id", "=", threadId).execute()
}

/** A picture of an entry that was not deleted. */
export function findPicture(db: Db, entryId: string, position: number) {
  return db
    .selectFrom("discussionPictures")
    .innerJoin("files", "files.sequence", "discussionPictures.fileSequence")
    .innerJoin("discussionEntries as entry", "entry.id", "discussionPictures.entryId")
    .select(["files.bucketId", "files.id as fileId", sql<string>`files.sequence::text`.as("sequence")])
    .where("discussionPictures.entryId", "=", entryId)
    .where("discussionPictures.position", "=", position)
    .where("entry.deletedAt", "is", null)
    .executeTakeFirst()
}

/** Learners of a cohort, by their ids. @param most no more of them */
export function listLearners(db: Db, cohortId: string, most?: number): Promise<{ accountId: string; name: string }[]> {
  return db
    .selectFrom("enrolments")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .select(["enrolments.accountId", "accounts.name"])
    .where("enrolments.cohortId", "=", cohortId)
    .where("enrolments.status", "in", ["active", "completed"])
    .orderBy("enrolments.id")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
}

/** Teachers to whom a cohort was given. */
export function listTeachers(db: Db, cohortId: string): Promise<{ accountId: string; name: string }[]> {
  return db
    .selectFrom("operatorCohorts")
    .innerJoin("accounts", "accounts.id", "operatorCohorts.accountId")
    .select(["operatorCohorts.accountId", "accounts.name"])
    .where("operatorCohorts.cohortId", "=", cohortId)
    .execute()
}

/** Whether somebody learns in a cohort, or teaches it. */
export async function isIn(db: Db, accountId: string, cohortId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select (
    exists (select from enrolments where account_id = ${accountId} and cohort_id = ${cohortId}
      and status in ('active', 'completed'))
    or exists (select from operators where account_id = ${accountId} and role = any(${teachingRoles}) and (role <> 'teacher'
      or exists (select from operator_cohorts where account_id = ${accountId} and cohort_id = ${cohortId})))
  ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Those of these people who do not want to hear of a thread. */
export async function listMuted(db: Db, threadId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("discussionReads")
    .select("accountId")
    .where("threadId", "=", threadId)
    .where("isMuted", "=", true)
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}

/** Writes a report down, unless the same person has one open about it. */
export async function insertReport(
  db: Db,
  report: { entryId: string; reporterId: string; reason: string; note: string; createdAt: Date },
): Promise<void> {
  await db
    .insertInto("discussionReports")
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns the reports it closed, and who sent them */
export function decideReports(
  tx: Tx,
  entryId: string,
  state: "upheld" | "dismissed",
): Promise<{ sequence: string; reporterId: string }[]> {
  return tx
    .updateTable("discussionReports")
    .set({ state })
    .where("entryId", "=", entryId)
    .where("state", "=", "open")
    .returning(["sequence", "reporterId"])
    .execute()
}

/** Entries with open reports, the oldest report first. @param cohorts only of these; null for all */
export async function listReported(db: Db, cohorts: CohortScope, limit: number) {
  const { rows } = await sql<{
    entryId: string
    threadId: string
    title: string
    programId: string
    number: number
    authorName: string | null
    body: string
    reports: { reason: string; note: string; createdAt: string }[]
  }>`
    select entry.id as entry_id, entry.thread_id, opener.title, entry.body,
      cohorts.program_id, cohorts.number, (select name from accounts where id = entry.author_id) as author_name,
      json_agg(json_build_object('reason', report.reason, 'note', report.note, 'createdAt', report.created_at)
        order by report.sequence) as reports
    from discussion_reports as report
    join discussion_entries as entry on entry.id = report.entry_id
    join discussion_entries as opener on opener.id = entry.thread_id
    join cohorts on cohorts.id = entry.cohort_id
    where report.state = 'open' and (${cohorts === null} or entry.cohort_id = any(${[...(cohorts ?? [])]}::text[]))
    group by entry.id, opener.title, cohorts.id
    order by min(report.sequence)
    limit ${limit}`.execute(db)
  return rows
}

/** How many entries have an open report. @param cohorts only of these; null for all */
export async function countReported(db: Db, cohorts: CohortScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct report.entry_id)::int as count from discussion_reports as report
    join discussion_entries as entry on entry.id = report.entry_id
    where report.state = 'open' and (${cohorts === null} or entry.cohort_id = any(${[...(cohorts ?? [])]}::text[]))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Unread threads with something new since a moment, for each learner of each cohort. */
export async function listNews(db: Db, since: Date) {
  const { rows } = await sql<{ accountId: string; cohortId: string; threads: number }>`
    select enrolments.account_id, enrolments.cohort_id, count(*)::int as threads
    from discussion_threads as thread
    join enrolments on enrolments.cohort_id = thread.cohort_id and enrolments.status in ('active', 'completed')
    left join discussion_reads as mine on mine.thread_id = thread.id and mine.account_id = enrolments.account_id
    where thread.last_at >= ${since} and thread.last_sequence > coalesce(mine.read_sequence, 0)
      and not coalesce(mine.is_muted, false)
    group by enrolments.account_id, enrolments.cohort_id
    order by enrolments.account_id, enrolments.cohort_id`.execute(db)
  return rows
}

/** Words that were deleted long ago are gone for staff too. */
export async function forgetDeleted(db: Db, now: Date): Promise<void> {
  await sql`
    delete from discussion_pictures using discussion_entries as entry
    where entry.id = entry_id and entry.deleted_at < ${now}::timestamptz - make_interval(days => ${discussionDeletedDays})`.execute(
    db,
  )
  await sql`
    update discussion_entries set title = '', body = '', blocks = '[]'
    where deleted_at < ${now}::timestamptz - make_interval(days => ${discussionDeletedDays}) and body <> ''`.execute(db)
}

/** Everything a person wrote, for their copy. */
export function listOwn(db: Db, accountId: string) {
  return db
    .selectFrom("discussionEntries")
    .select(["id", "threadId", "title", "body", "createdAt", "editedAt", "deletedAt"])
    .where("authorId", "=", accountId)
    .orderBy("sequence")
    .execute()
}

export async function findName(db: Db, accountId: string): Promise<string | null> {
  const found = await db.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirst()
  return found?.name ?? null
}

/** Whether somebody's words are kept from others because too much of theirs was taken down. */
export async function isSilenced(db: Db, accountId: string): Promise<boolean> {
  const found = await db.selectFrom("accounts").select("publishing").where("id", "=", accountId).executeTakeFirst()
  return found?.publishing === "blocked"
}
