import { type RawBuilder, sql } from "kysely"
import { maxRelatives } from "#contract/studio/picture-details.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import type { Db } from "#server/db/open.ts"
import { isInTrash, withTrash } from "#server/media/trash.ts"

/** A picture as a member of a family. */
export interface MemberRow {
  source: PictureSource
  id: string
  accountId: string
  runId: string | null
  /** Which picture of its run it is, from 1. */
  position: number
  mode: string
  prompt: string
  version: number
  createdAt: Date
  /** Of the run that made it; null where that is not known. */
  kind: string | null
  input: unknown
  count: number | null
}

function members(source: PictureSource, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const own =
    source === "generations"
      ? sql`picture.position, picture.mode, picture.version`
      : sql`1 as position, 'photoshoot' as mode, 0 as version`
  return sql`
    select ${source}::text as source, picture.id, picture.account_id as "accountId", picture.run_id as "runId", ${own},
      picture.prompt, picture.created_at as "createdAt", runs.kind, runs.input, runs.count
    from ${sql.table(source)} as picture left join runs on runs.id = picture.run_id where ${condition}`
}

/** @returns undefined when the person has no such picture */
export async function findMember(
  db: Db,
  accountId: string,
  source: PictureSource,
  id: string,
): Promise<MemberRow | undefined> {
  const isWanted = sql`picture.id = ${id} and picture.account_id = ${accountId}`
  const { rows } = await sql<MemberRow>`${members(source, isWanted)}`.execute(db)
  return rows[0]
}

/** Whether a picture of theirs lies in the person's trash. */
export async function liesInTrash(db: Db, accountId: string, source: PictureSource, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${withTrash(source)}
    where id = ${id} and account_id = ${accountId} and ${isInTrash}`.execute(db)
  return rows.length > 0
}

/** A picture that the person may see as a source: their own, or one that everybody may see. */
export async function findSeen(
  db: Db,
  accountId: string,
  source: PictureSource,
  id: string,
): Promise<MemberRow | undefined> {
  const isSeen = sql`picture.id = ${id} and (picture.account_id = ${accountId}
    or picture.is_public and not picture.is_taken_down and picture.waits_until is null)`
  const { rows } = await sql<MemberRow>`${members(source, isSeen)}`.execute(db)
  return rows[0]
}

/** Own pictures of one run. */
export async function listOfRun(db: Db, accountId: string, runId: string): Promise<MemberRow[]> {
  const isOfRun = sql`picture.run_id = ${runId} and picture.account_id = ${accountId}`
  const { rows } = await sql<MemberRow>`
    ${members("generations", isOfRun)} order by picture.position limit ${maxRelatives}`.execute(db)
  return rows
}

/** Own pictures of runs that worked on this picture, newest first. */
export async function listWorkedOn(db: Db, accountId: string, id: string): Promise<MemberRow[]> {
  const isOfWork = sql`picture.account_id = ${accountId} and picture.run_id in (
    select id from runs where input #>> '{source,id}' = ${id} union select id from runs where input #>> '{behind,id}' = ${id})`
  const { rows } = await sql<MemberRow>`
    ${members("generations", isOfWork)} order by picture.created_at desc, picture.id limit ${maxRelatives}`.execute(db)
  return rows
}

/** An own upload; another file that lies under its id by now is not it. */
export function findUpload(db: Db, accountId: string, id: string, sequence: string | undefined) {
  return db
    .selectFrom("files")
    .select(["id", "name"])
    .where("bucketId", "=", "images")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .where("isReady", "=", true)
    .$if(sequence !== undefined, (query) => query.where("sequence", "=", sequence ?? ""))
    .executeTakeFirst()
}

export function findModel(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("trainings")
    .select(["id", "title", "triggerWord"])
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}
