import { sql } from "kysely"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Db } from "#server/db/open.ts"

const classColumns = ["id", "cohortId", "title", "startsAt", "minutes", "joinUrl"] as const

/** Classes that are on the calendar. */
function planned(db: Db) {
  return db.selectFrom("liveClasses").where("cancelledAt", "is", null)
}

/** Live classes of a cohort that are not over at this moment, soonest first. */
export function listComing(db: Db, cohortId: string, moment: Date, limit: number) {
  return planned(db)
    .select(classColumns)
    .where("cohortId", "=", cohortId)
    .where(sql<Date>`starts_at + make_interval(mins => minutes)`, ">", moment)
    .orderBy("startsAt")
    .limit(limit)
    .execute()
}

export function findClass(db: Db, id: string) {
  return planned(db).select(classColumns).where("id", "=", id).executeTakeFirst()
}

/** Whether there is such a class, which then stays until the transaction has ended. */
export async function holdClass(tx: Db, id: string): Promise<boolean> {
  const held = await planned(tx).select("id").where("id", "=", id).forKeyShare().executeTakeFirst()
  return held !== undefined
}

interface ClassText {
  title: string
  startsAt: Date
  minutes: number
  joinUrl: string
}

/** Puts classes on the calendar: several are a repetition. */
export async function insertClasses(
  db: Db,
  classes: readonly (ClassText & { id: string; cohortId: string; seriesId: string | null })[],
): Promise<void> {
  await db
    .insertInto("liveClasses")
    .values([...classes])
    .execute()
}

/** A class and those of its repetition that follow, in order, while nobody else changes them. @param cohorts only of these; null for all */
export async function lockClasses(tx: Db, cohorts: CohortScope, id: string) {
  const { rows } = await sql<ClassText & { id: string; cohortId: string; revision: number }>`
    select live_classes.id, live_classes.cohort_id, live_classes.title, live_classes.starts_at, live_classes.minutes,
      live_classes.join_url, live_classes.revision
    from live_classes join live_classes as chosen on chosen.id = ${id}
    where (live_classes.id = chosen.id
        or (live_classes.series_id = chosen.series_id and live_classes.starts_at > chosen.starts_at))
      and live_classes.cancelled_at is null and chosen.cancelled_at is null
      and ${cohorts === null ? sql`true` : sql`live_classes.cohort_id = ${anyOf(cohorts)}`}
    order by live_classes.starts_at, live_classes.id for update of live_classes`.execute(tx)
  return rows
}

/** Changes a class. One that is moved is told of anew when it is near. */
export async function updateClass(tx: Db, id: string, text: ClassText, at: Date): Promise<void> {
  await tx
    .updateTable("liveClasses")
    .set({ ...text, changedAt: at, revision: sql<number>`revision + 1` })
    .set({ toldStage: sql<number>`case when starts_at = ${text.startsAt} then told_stage else 0 end` })
    .where("id", "=", id)
    .execute()
}

/** Takes classes off the calendar; they stay for the calendars of learners that have them. */
export async function cancelClasses(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable("liveClasses")
    .set({ cancelledAt: at, changedAt: at, revision: sql<number>`revision + 1` })
    .where("id", "in", ids)
    .execute()
}

/** Classes with those who came in, newest first. @param cohorts only of these; null for all */
export async function listAllClasses(db: Db, cohorts: CohortScope, limit: number) {
  const newest = planned(db)
    .select([...classColumns, "revision"])
    .select(
      sql<number>`(select count(*)::int from live_classes as later where later.series_id = live_classes.series_id
        and later.starts_at > live_classes.starts_at and later.cancelled_at is null)`.as("following"),
    )
    .$if(cohorts !== null, (query) => query.where("cohortId", "=", anyOf(cohorts)))
    .orderBy("startsAt", "desc")
    .limit(limit)
  return withAttended(db, await newest.execute())
}

/** One of these ids: none of an empty list. */
const anyOf = (ids: CohortScope) => sql<string>`any(${[...(ids ?? [])]}::text[])`

/** The same with their cohorts by their ids, page by page. @param after the last id of the page before */
export async function listClassesById(db: Db, cohorts: CohortScope, limit: number, after: string | null) {
  const page = planned(db)
    .innerJoin("cohorts", "cohorts.id", "liveClasses.cohortId")
    .select(["liveClasses.id", "title", "startsAt", "minutes", "programId", "number"])
    .$if(cohorts !== null, (query) => query.where("liveClasses.cohortId", "=", anyOf(cohorts)))
    .$if(after !== null, (query) => query.where("liveClasses.id", ">", after ?? ""))
    .orderBy("liveClasses.id")
    .limit(limit)
  return withAttended(db, await page.execute())
}

async function withAttended<Class extends { id: string }>(db: Db, classes: readonly Class[]) {
  const ids = classes.map(({ id }) => id)
  const attended = await db
    .selectFrom("classAttendance")
    .innerJoin("accounts", "accounts.id", "classAttendance.accountId")
    .select(["classAttendance.classId", "accounts.name"])
    .where("classAttendance.classId", "in", ids.length > 0 ? ids : [""])
    .orderBy("accounts.name")
    .execute()
  return classes.map((live) => ({
    ...live,
    attended: attended.filter(({ classId }) => classId === live.id).map(({ name }) => name),
  }))
}

export async function insertAttendance(
  db: Db,
  attendance: { classId: string; accountId: string; joinedAt: Date },
): Promise<void> {
  await db
    .insertInto("classAttendance")
    .values(attendance)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { accountId, classId, joinedAt } = attendance
  await sql`update enrolments set acted_at = greatest(acted_at, ${joinedAt}::timestamptz)
    where account_id = ${accountId} and status <> 'ended'
      and cohort_id = (select cohort_id from live_classes where id = ${classId})`.execute(db)
}

export async function listAttended(db: Db, accountId: string): Promise<Set<string>> {
  const rows = await db.selectFrom("classAttendance").select("classId").where("accountId", "=", accountId).execute()
  return new Set(rows.map(({ classId }) => classId))
}

export function listAnnouncements(db: Db, cohortId: string, limit: number) {
  return db
    .selectFrom("announcements")
    .select(["id", "title", "body", "blocks", "createdAt"])
    .where("cohortId", "=", cohortId)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

export async function insertAnnouncement(
  db: Db,
  {
    blocks,
    ...announcement
  }: {
    id: string
    cohortId: string
    title: string
    body: string
    blocks: readonly TextBlock[]
    createdAt: Date
  },
): Promise<void> {
  await db
    .insertInto("announcements")
    .values({ ...announcement, blocks: JSON.stringify(blocks) })
    .execute()
}

/** What cohorts were told, newest first. @param cohorts only these; null for all */
export function listToldCohorts(db: Db, cohorts: CohortScope, limit: number) {
  return db
    .selectFrom("announcements")
    .select(["id", "cohortId", "title", "body", "createdAt", "editedAt", "version"])
    .$if(cohorts !== null, (query) => query.where("cohortId", "=", anyOf(cohorts)))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** Waits for whoever changes the same announcement. @param cohorts only of these; null for all */
export function lockAnnouncement(tx: Db, cohorts: CohortScope, id: string) {
  return tx
    .selectFrom("announcements")
    .select(["cohortId", "title", "body", "version"])
    .where("id", "=", id)
    .$if(cohorts !== null, (query) => query.where("cohortId", "=", anyOf(cohorts)))
    .forUpdate()
    .executeTakeFirst()
}

export async function updateAnnouncement(
  tx: Db,
  id: string,
  { blocks, ...change }: { title: string; body: string; blocks: readonly TextBlock[]; editedAt: Date },
): Promise<void> {
  await tx
    .updateTable("announcements")
    .set({ ...change, blocks: JSON.stringify(blocks), version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute()
}

/** Its words, which then stay until the transaction has ended; undefined when it was taken back. */
export function holdAnnouncement(tx: Db, id: string) {
  return tx.selectFrom("announcements").select("title").where("id", "=", id).forShare().executeTakeFirst()
}

export async function deleteAnnouncement(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("announcements").where("id", "=", id).execute()
}

/** People who learn or have learnt in a cohort, with since when and when they last did something. */
export function listLearners(db: Db, cohortId: string) {
  return db
    .selectFrom("enrolments")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .select(["enrolments.accountId", "enrolments.status", "enrolments.startedAt", "enrolments.actedAt"])
    .select("accounts.name")
    .where("enrolments.cohortId", "=", cohortId)
    .where("enrolments.status", "in", ["active", "completed"])
    .orderBy("accounts.name")
    .orderBy("enrolments.id")
    .execute()
}

/** One of these cohorts; undefined when it is none of them. @param cohorts null for all */
export async function findCohort(db: Db, cohorts: CohortScope, id: string) {
  if (cohorts !== null && !cohorts.includes(id)) return undefined
  return db.selectFrom("cohorts").select(["id", "programId", "startsOn"]).where("id", "=", id).executeTakeFirst()
}

/** Cohorts by their newest start. @param cohorts only these; null for all */
export function listCohorts(db: Db, cohorts: CohortScope, limit: number) {
  return db
    .selectFrom("cohorts")
    .select(["id", "programId", "number", "startsOn"])
    .$if(cohorts !== null, (query) => query.where("id", "=", anyOf(cohorts)))
    .orderBy("startsOn", "desc")
    .limit(limit)
    .execute()
}

/** Names of the people who learn in a cohort. */
export async function listPeople(
  db: Db,
  cohortId: string,
  limit: number,
): Promise<{ accountId: string; name: string }[]> {
  return db
    .selectFrom("enrolments")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .select(["enrolments.accountId", "accounts.name"])
    .where("enrolments.cohortId", "=", cohortId)
    .where("enrolments.status", "in", ["active", "completed"])
    .orderBy("accounts.name")
    .limit(limit)
    .execute()
}

/** Classes that begin before this moment and are not over, and of which something is to be told still. */
export function listSoon(db: Db, now: Date, until: Date) {
  return planned(db)
    .select(["id", "cohortId", "title", "startsAt"])
    .where("startsAt", "<=", until)
    .where(sql<Date>`starts_at + make_interval(mins => minutes)`, ">", now)
    .where("toldStage", "<", 3)
    .orderBy("startsAt")
    .execute()
}

const stages = { day: 1, hour: 2, now: 3 } as const

/** Notes that a class is told of. @returns false when this, or something nearer to it, was told before */
export async function claimStage(tx: Db, id: string, stage: keyof typeof stages): Promise<boolean> {
  const claimed = await tx
    .updateTable("liveClasses")
    .set({ toldStage: stages[stage] })
    .where("id", "=", id)
    .where("cancelledAt", "is", null)
    .where("toldStage", "<", stages[stage])
    .returning("id")
    .executeTakeFirst()
  return claimed !== undefined
}
