import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Db } from "#server/db/open.ts"
import type { HandInWay, LessonFile, LessonKind, QuizQuestion } from "#server/db/tables/learning.ts"
import { filesOfEdition, findEarlier, keepEdition } from "./editions/queries.ts"

export type ModuleRow = Awaited<ReturnType<typeof listModules>>[number]
export type LessonRow = NonNullable<Awaited<ReturnType<typeof findLesson>>>

const lessonColumns = [
  "id",
  "moduleId",
  "position",
  "kind",
  "title",
  "minutes",
  "body",
  "quiz",
  "accepts",
  "dueAfterDays",
  "videoUrl",
  "isDraft",
  "version",
  "edition",
  "isPublished",
] as const

function selectLessons(db: Db) {
  return db.selectFrom("lessons").select(lessonColumns).select(filesOfEdition("lessons.id", "lessons.edition"))
}

export interface NewModule {
  id: string
  programId: string | null
  phase: number
  position: number
  title: string
  description: string
  outcomes: string
  isElective: boolean
  opensAfterDays: number | null
}

export interface LessonText {
  kind: LessonKind
  title: string
  minutes: number
  body: string
  quiz: QuizQuestion[] | null
  accepts: HandInWay[]
  dueAfterDays: number | null
  videoUrl: string
  isDraft: boolean
  files: readonly LessonFile[]
  blocks: readonly TextBlock[]
}

/** Adds what is missing; what is there stays as staff have changed it. */
export async function insertModules(db: Db, modules: readonly NewModule[]): Promise<void> {
  await db
    .insertInto("courseModules")
    .values([...modules])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when the id or the place is taken */
export async function insertLesson(
  db: Db,
  lesson: LessonText & { id: string; moduleId: string; position: number; changedBy?: string },
): Promise<boolean> {
  const { quiz, files, blocks, ...rest } = lesson
  const inserted = await db
    .insertInto("lessons")
    .values({
      ...rest,
      quiz: quiz && JSON.stringify(quiz),
      blocks: JSON.stringify(blocks),
      isPublished: !rest.isDraft,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  if (inserted.length === 0) return false
  await insertFiles(db, lesson.id, 1, files)
  return true
}

/**
 * Changes a lesson. What learners could see stays as an edition of its own, when anything that they read, answer or hand in
 * by is changed.
 * @param before as it is locked
 */
export async function updateLesson(
  tx: Db,
  before: LessonRow,
  text: Omit<LessonText, "kind">,
  changedBy: string,
): Promise<void> {
  const { quiz, files, blocks, ...rest } = text
  const isNew = before.isPublished && !isSameEdition(before, text)
  if (isNew) await keepEdition(tx, before.id)
  const edition = isNew ? before.edition + 1 : before.edition
  await tx
    .updateTable("lessons")
    .set({
      ...rest,
      quiz: quiz && JSON.stringify(quiz),
      blocks: JSON.stringify(blocks),
      edition,
      isPublished: (!isNew && before.isPublished) || !rest.isDraft,
      changedBy,
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where("id", "=", before.id)
    .execute()
  await tx.deleteFrom("lessonFiles").where("lessonId", "=", before.id).where("edition", "=", edition).execute()
  await insertFiles(tx, before.id, edition, files)
}

/** Whether learners read, answer and hand in by the same; how long it takes and its last day are no part of that. */
function isSameEdition(before: LessonRow, after: Omit<LessonText, "kind">): boolean {
  const parts = ({ title, body, quiz, accepts, videoUrl, files }: Omit<LessonText, "kind" | "blocks">) => [
    ...[title, body, quiz, accepts, videoUrl],
    files.map(({ sequence, title: name }) => [sequence, name]),
  ]
  return isDeepStrictEqual(parts(before), parts(after))
}

async function insertFiles(db: Db, lessonId: string, edition: number, files: readonly LessonFile[]): Promise<void> {
  const rows = files.map(({ sequence, title, isInText }, index) => ({
    lessonId,
    edition,
    position: index + 1,
    fileSequence: sequence,
    title,
    isInText,
  }))
  if (rows.length > 0) await db.insertInto("lessonFiles").values(rows).execute()
}

/** The modules of a program with what comes before every program, in order; all programs' without one. */
export function listModules(db: Db, programId?: string) {
  return db
    .selectFrom("courseModules")
    .selectAll()
    .$if(programId !== undefined, (query) =>
      query.where((row) => row.or([row("programId", "is", null), row("programId", "=", programId ?? "")])),
    )
    .orderBy("phase")
    .orderBy("programId")
    .orderBy("position")
    .execute()
}

export function findModule(db: Db, id: string) {
  return db.selectFrom("courseModules").select(["id", "programId"]).where("id", "=", id).executeTakeFirst()
}

/** Waits for whoever changes the same lesson. */
export function lockLesson(db: Db, id: string) {
  return selectLessons(db).where("id", "=", id).forUpdate().executeTakeFirst()
}

/** Modules of the programs of these cohorts, and of what comes before every program; all for null. */
export async function listTaughtModules(db: Db, cohorts: CohortScope): Promise<ModuleRow[]> {
  const modules = await listModules(db)
  if (cohorts === null) return modules
  const programs = await listProgramsOf(db, cohorts)
  return modules.filter(({ programId }) => programId === null || programs.includes(programId))
}

/** The programs of cohorts. */
export async function listProgramsOf(db: Db, cohorts: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("cohorts")
    .select("programId")
    .distinct()
    .where("id", "in", cohorts.length > 0 ? cohorts : [""])
    .execute()
  return rows.map(({ programId }) => programId)
}

/** Waits for whoever adds a lesson to the same module. */
export function lockModule(db: Db, id: string) {
  return db.selectFrom("courseModules").select(["id", "programId"]).where("id", "=", id).forUpdate().executeTakeFirst()
}

/** The module of a lesson; comes before the lesson itself, as with whoever orders lessons. */
export function lockModuleOf(tx: Db, lessonId: string) {
  return tx
    .selectFrom("courseModules")
    .select(["id", "programId", "isElective"])
    .where("id", "=", tx.selectFrom("lessons").select("moduleId").where("id", "=", lessonId))
    .forUpdate()
    .executeTakeFirst()
}

/** The modules of the phase that a module belongs to, in order; waits for whoever orders them. */
export async function lockPhaseOf(tx: Db, moduleId: string): Promise<ModuleRow[]> {
  const module = await tx
    .selectFrom("courseModules")
    .select(["programId", "phase"])
    .where("id", "=", moduleId)
    .executeTakeFirst()
  if (!module) return []
  const rows = await tx
    .selectFrom("courseModules")
    .selectAll()
    .where("programId", "is not distinct from", module.programId)
    .where("phase", "=", module.phase)
    .orderBy("id")
    .forUpdate()
    .execute()
  // The database sorts before it waits: after the wait places may be others.
  return rows.sort((one, other) => one.position - other.position)
}

/** Gives modules of one phase these places with their opening days. In two steps, as lessons. */
export async function setModuleOrder(
  tx: Db,
  moduleIds: readonly string[],
  places: readonly Pick<ModuleRow, "position" | "opensAfterDays">[],
): Promise<void> {
  for (const sign of [-1, 1]) {
    for (const [index, id] of moduleIds.entries()) {
      const { position, opensAfterDays } = places[index] ?? { position: index + 1, opensAfterDays: null }
      await tx
        .updateTable("courseModules")
        .set({ position: sign * position, opensAfterDays })
        .where("id", "=", id)
        .execute()
    }
  }
}

/** Lessons of modules, in order: those that learners see, or drafts too. */
export function listLessons(db: Db, moduleIds: readonly string[], which: "published" | "all" = "published") {
  return selectLessons(db)
    .where("moduleId", "in", moduleIds.length > 0 ? moduleIds : [""])
    .$if(which === "published", (query) => query.where("isDraft", "=", false))
    .orderBy("position")
    .execute()
}

/** How many people have left something at each lesson: done it, answered, handed in or noted. */
export async function countPeople(db: Db, lessonIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ lessonId: string; people: number }>`
    select lesson_id, count(distinct account_id)::int as people from (
      select lesson_id, account_id from lesson_progress union all
      select lesson_id, account_id from quiz_attempts union all
      select lesson_id, account_id from task_submissions union all
      select lesson_id, account_id from lesson_notes) as left_there
    where lesson_id = any(${[...lessonIds]}::text[]) group by lesson_id`.execute(db)
  return new Map(rows.map(({ lessonId, people }) => [lessonId, people]))
}

/** Puts lessons of a module into this order. Two steps, since no two may have one place at any moment. */
export async function setOrder(tx: Db, lessonIds: readonly string[]): Promise<void> {
  const places = sql`unnest(${[...lessonIds]}::text[]) with ordinality as wanted (id, place)`
  await sql`update lessons set position = -wanted.place from ${places} where lessons.id = wanted.id`.execute(tx)
  await sql`update lessons set position = wanted.place from ${places} where lessons.id = wanted.id`.execute(tx)
}

/** Removes a lesson for good: one that came with the product does not come again. */
export async function deleteLesson(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom("lessons").where("id", "=", id).execute()
  await tx
    .insertInto("removedLessons")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ids of lessons that were removed. */
export async function listRemoved(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom("removedLessons").select("id").execute()
  return new Set(rows.map(({ id }) => id))
}

export function findLesson(db: Db, id: string) {
  return selectLessons(db).where("id", "=", id).executeTakeFirst()
}

/** A lesson of a program that somebody teaches; undefined for others. @param cohorts those that they may see */
export async function findTaught(db: Db, cohorts: CohortScope, id: string): Promise<LessonRow | undefined> {
  const lesson = await findLesson(db, id)
  const modules = lesson ? await listTaughtModules(db, cohorts) : []
  return modules.some((module) => module.id === lesson?.moduleId) ? lesson : undefined
}

/** A lesson as it is or was in one of its editions. */
export async function findEdition(db: Db, id: string, edition: number): Promise<LessonRow | undefined> {
  const lesson = await findLesson(db, id)
  if (!lesson || lesson.edition === edition) return lesson
  const earlier = await findEarlier(db, id, edition)
  if (!earlier) return undefined
  const { blocks: _, ...text } = earlier
  return { ...lesson, ...text }
}

/** What was made of the text of an edition when it was saved; null for one from before that was kept. */
export async function findBlocks(db: Db, { id, edition }: LessonRow): Promise<TextBlock[] | null> {
  const newest = await db
    .selectFrom("lessons")
    .select("blocks")
    .where("id", "=", id)
    .where("edition", "=", edition)
    .executeTakeFirst()
  const found = newest ?? (await findEarlier(db, id, edition))
  return found?.blocks ?? null
}
