import { type RawBuilder, sql } from "kysely"
import { ownPicturesPage } from "#contract/studio/own-pictures.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Condition } from "#server/declarations/collection.ts"
import { indexCondition, type Narrowing, rowCondition } from "./terms.ts"

/** Where a page begins: after this picture. */
export interface Cursor {
  createdAt: string
  sequence: string
}

/** @returns null when the person has no picture of this id */
export async function findCursor(db: Db, accountId: string, id: string): Promise<Cursor | null> {
  const row = await db
    .selectFrom("generations")
    .select([sql<string>`created_at::text`.as("createdAt"), "sequence"])
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
  return row ?? null
}

const newestFirst = sql`order by created_at desc, sequence`

function after(cursor: Cursor | null): Condition {
  if (cursor === null) return sql`true`
  const date = sql`${cursor.createdAt}::timestamptz`
  // The first part says nothing new, but lets the database begin at the right place of its index.
  return sql`created_at <= ${date} and (created_at < ${date} or sequence > ${cursor.sequence}::bigint)`
}

/** How many of the newest pictures are looked at one by one before the index is asked for all. */
const probedPictures = 100

/**
 * A page of a person's pictures, newest first. What many of them have is found among the newest; what few have is
 * found by the index, which would have to put all of the many in order.
 * @param json a picture as JSON text; the row goes by the name `document`
 * @param narrowing null for all of them
 * @returns texts of JSON
 */
export async function listPage(
  db: Db,
  accountId: string,
  json: RawBuilder<string>,
  { cursor, narrowing }: { cursor: Cursor | null; narrowing: Narrowing | null },
): Promise<string[]> {
  const own: Condition = sql`account_id = ${accountId} and ${after(cursor)}`
  const ending = sql`${newestFirst} limit ${ownPicturesPage}`
  const rows =
    narrowing === null
      ? sql`select * from generations where ${own} ${ending}`
      : narrow(accountId, own, ending, narrowing)
  const { rows: shown } = await sql<{ json: string }>`
    select ${json} as json from (${rows}) as document ${newestFirst}`.execute(db)
  return shown.map((row) => row.json)
}

function narrow(
  accountId: string,
  own: Condition,
  ending: RawBuilder<unknown>,
  narrowing: Narrowing,
): RawBuilder<unknown> {
  // Without "offset 0" the database would look at all of the person's pictures in their order in place of the index.
  return sql`
    with probed as materialized (
      select * from (select * from generations where ${own} ${newestFirst} limit ${probedPictures}) as newest
      where ${rowCondition(narrowing)} ${ending}
    )
    (select * from probed where (select count(*) from probed) = ${ownPicturesPage})
    union all
    (select * from (select * from generations where ${indexCondition(accountId, narrowing)} offset 0) as found
      where ${own} and (select count(*) from probed) < ${ownPicturesPage} ${ending})`
}

export async function listModelWords(db: Db, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("trainings")
    .select("triggerWord")
    .where("accountId", "=", accountId)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
  return rows.map(({ triggerWord }) => triggerWord)
}

/** Each mode or engine once, in the order of their names: every step goes to the next one by the index, past all pictures of one. */
export async function listUsed(db: Db, accountId: string, column: "mode" | "engine"): Promise<string[]> {
  const name = sql.ref(column)
  const next = (beyond: RawBuilder<unknown>) =>
    sql`select ${name} as used from generations where account_id = ${accountId} and ${beyond} order by ${name} limit 1`
  const { rows } = await sql<{ used: string }>`
    with recursive found as (
      (${next(sql`${name} is not null`)})
      union all
      select (${next(sql`${name} > found.used`)}) from found where found.used is not null
    )
    select used from found where used is not null`.execute(db)
  return rows.map(({ used }) => used)
}

/** Whether the picture that goes by the name `document` is marked. */
export const isStarred = sql<boolean>`exists (select from picture_stars where generation_id = document.id)`

/** @returns whether the person has such a picture, which then stays until the transaction ends */
export async function lockOwn(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("generations")
    .select("id")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertStars(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto("pictureStars")
    .values(ids.map((generationId) => ({ generationId, accountId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteStar(tx: Tx, generationId: string): Promise<void> {
  await tx.deleteFrom("pictureStars").where("generationId", "=", generationId).execute()
}

/** Where these pictures of a person are stored. */
export function listStored(db: Db, accountId: string, ids: readonly string[]) {
  return db
    .selectFrom("generations")
    .select(["id", "prompt", "storageKey", "byteSize", "createdAt"])
    .where("accountId", "=", accountId)
    .where("id", "in", ids)
    .execute()
}

export function listStars(db: Db, accountId: string) {
  return db
    .selectFrom("pictureStars")
    .select(["generationId", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("generationId")
    .execute()
}
