import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { LessonFile } from "#server/db/tables/learning.ts"

/** Editions of lessons: how each was published, and by which one a learner goes. */

/** What came with an edition of a lesson, in order; of the rows that the two columns name. */
export function filesOfEdition(lessonId: string, edition: string) {
  return sql<LessonFile[]>`coalesce((
    select json_agg(json_build_object('sequence', files.sequence::text, 'bucketId', files.bucket_id, 'fileId', files.id,
      'title', lesson_files.title, 'mimeType', files.mime_type, 'byteSize', files.byte_size,
      'isInText', lesson_files.is_in_text) order by lesson_files.position)
    from lesson_files join files on files.sequence = lesson_files.file_sequence
    where lesson_files.lesson_id = ${sql.ref(lessonId)} and lesson_files.edition = ${sql.ref(edition)}), '[]')`.as(
    "files",
  )
}

/** A lesson as it was before its newest edition. */
export function findEarlier(db: Db, lessonId: string, edition: number) {
  return db
    .selectFrom("lessonEditions")
    .select(["edition", "title", "minutes", "body", "blocks", "quiz", "accepts", "videoUrl"])
    .select(filesOfEdition("lesson_editions.lesson_id", "lesson_editions.edition"))
    .where("lessonId", "=", lessonId)
    .where("edition", "=", edition)
    .executeTakeFirst()
}

/** Keeps the newest edition of a lesson as it stands, before it is changed. */
export async function keepEdition(tx: Db, lessonId: string): Promise<void> {
  await tx
    .insertInto("lessonEditions")
    .columns([
      ...(["lessonId", "edition", "title", "minutes", "body", "blocks"] as const),
      ...(["quiz", "accepts", "videoUrl", "changedBy", "changedAt"] as const),
    ])
    .expression((query) =>
      query
        .selectFrom("lessons")
        .select(["id", "edition", "title", "minutes", "body", "blocks", "quiz", "accepts", "videoUrl"])
        .select(["changedBy", "updatedAt"])
        .where("id", "=", lessonId),
    )
    .execute()
}

/** The editions of a lesson, newest first, with who changed each when, and how many learners go by it. */
export async function listEditions(db: Db, lessonId: string) {
  const { rows } = await sql<{ edition: number; title: string; changedBy: string; changedAt: Date; people: number }>`
    select editions.edition, editions.title, coalesce(accounts.name, '') as changed_by, editions.changed_at,
      (select count(*)::int from begun_lessons
        where begun_lessons.lesson_id = ${lessonId} and begun_lessons.edition = editions.edition) as people
    from (
      select edition, title, changed_by, updated_at as changed_at from lessons where id = ${lessonId} union all
      select edition, title, changed_by, changed_at from lesson_editions where lesson_id = ${lessonId}) as editions
    left join accounts on accounts.id = editions.changed_by
    order by editions.edition desc`.execute(db)
  return rows
}

/** By which edition of a lesson a person goes; undefined before they opened it. */
export async function findBegun(db: Db, accountId: string, lessonId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom("begunLessons")
    .select("edition")
    .where("accountId", "=", accountId)
    .where("lessonId", "=", lessonId)
    .executeTakeFirst()
  return found?.edition
}

interface Begun {
  accountId: string
  lessonId: string
  edition: number
  begunAt: Date
}

/** Has a person go by this edition from now on; the one that they began first stays theirs. */
export async function insertBegun(tx: Db, begun: Begun): Promise<void> {
  await tx
    .insertInto("begunLessons")
    .values(begun)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Has a person go on with another edition. */
export async function changeBegun(tx: Db, { edition, ...begun }: Begun): Promise<void> {
  await tx
    .insertInto("begunLessons")
    .values({ ...begun, edition })
    .onConflict((conflict) => conflict.columns(["accountId", "lessonId"]).doUpdateSet({ edition }))
    .execute()
}

/** What a lesson is called for whoever goes by an earlier edition, and how long it takes. */
export interface OwnTitle {
  accountId: string
  lessonId: string
  title: string
  minutes: number
}

/** The lessons in which these people go by an earlier edition. */
export function listOwnTitles(db: Db, accountIds: readonly string[]): Promise<OwnTitle[]> {
  return db
    .selectFrom("begunLessons")
    .innerJoin("lessonEditions", (join) =>
      join
        .onRef("lessonEditions.lessonId", "=", "begunLessons.lessonId")
        .onRef("lessonEditions.edition", "=", "begunLessons.edition"),
    )
    .select(["begunLessons.accountId", "begunLessons.lessonId", "lessonEditions.title", "lessonEditions.minutes"])
    .where("begunLessons.accountId", "in", accountIds.length > 0 ? accountIds : [""])
    .execute()
}

/** The lessons that a person began, for their copy. */
export function listBegun(db: Db, accountId: string) {
  return db
    .selectFrom("begunLessons")
    .select(["lessonId", "edition", "begunAt"])
    .where("accountId", "=", accountId)
    .execute()
}

/** A file of any edition of a lesson. */
export function findFileOf(db: Db, lessonId: string, fileId: string) {
  return db
    .selectFrom("lessonFiles")
    .innerJoin("files", "files.sequence", "lessonFiles.fileSequence")
    .select(["files.bucketId", "files.id as fileId", sql<string>`files.sequence::text`.as("sequence")])
    .where("lessonFiles.lessonId", "=", lessonId)
    .where("files.id", "=", fileId)
    .executeTakeFirst()
}
