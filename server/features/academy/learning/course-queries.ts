import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { HandInWay, LessonFile, LessonKind, QuizQuestion } from "#server/db/tables/learning.ts"

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
  "files",
  "version",
] as const

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
  files: readonly LessonFile[]
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
  lesson: LessonText & { id: string; moduleId: string; position: number },
): Promise<boolean> {
  const { quiz, files, ...rest } = lesson
  const inserted = await db
    .insertInto("lessons")
    .values({ ...rest, quiz: quiz && JSON.stringify(quiz), files: JSON.stringify(files) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return inserted.length > 0
}

export async function updateLesson(db: Db, id: string, text: Omit<LessonText, "kind">): Promise<void> {
  const { quiz, files, ...rest } = text
  await db
    .updateTable("lessons")
    .set({
      ...rest,
      quiz: quiz && JSON.stringify(quiz),
      files: JSON.stringify(files),
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute()
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

/** Waits for whoever changes the same lesson. */
export function lockLesson(db: Db, id: string) {
  return db.selectFrom("lessons").select(lessonColumns).where("id", "=", id).forUpdate().executeTakeFirst()
}

/** Waits for whoever adds a lesson to the same module. */
export function lockModule(db: Db, id: string) {
  return db.selectFrom("courseModules").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
}

/** Lessons of modules, in order. */
export function listLessons(db: Db, moduleIds: readonly string[]) {
  return db
    .selectFrom("lessons")
    .select(lessonColumns)
    .where("moduleId", "in", moduleIds.length > 0 ? moduleIds : [""])
    .orderBy("position")
    .execute()
}

export function findLesson(db: Db, id: string) {
  return db.selectFrom("lessons").select(lessonColumns).where("id", "=", id).executeTakeFirst()
}
