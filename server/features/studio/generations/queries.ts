import { type Insertable, sql } from "kysely"
import { maxAlbumPictures } from "#contract/studio/albums.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** Adds what runs made, and puts it into the albums that were named when it was ordered, as far as those have room. */
export async function insertPictures(tx: Tx, pictures: Insertable<Tables["generations"]>[]) {
  const rows = await tx.insertInto("generations").values(pictures).returningAll().execute()
  if (rows.length === 0) return rows
  await sql`
    insert into album_pictures (album_id, generation_id)
    select album_id, id from (
      select coalesce(runs.album_id, whole.album_id) as album_id, picture.id,
        row_number() over (partition by coalesce(runs.album_id, whole.album_id) order by picture.position) as place
      from generations as picture join runs on runs.id = picture.run_id
      left join runs as whole on whole.id = runs.parent_run_id
      where picture.id in (${sql.join(rows.map(({ id }) => id))})) as made
    where album_id is not null
      and place + (select count(*) from album_pictures as kept where kept.album_id = made.album_id) <= ${maxAlbumPictures}
    on conflict do nothing`.execute(tx)
  return rows
}

/** Which of these pictures a person has, those in the trash too. */
export async function listKept(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("generationsWithTrash")
    .select("id")
    .where("accountId", "=", accountId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A person's runs by the keys that they were ordered with. */
export async function findRunIds(db: Db, accountId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("runs")
    .select(["id", "idempotencyKey"])
    .where("accountId", "=", accountId)
    .where(sql<boolean>`idempotency_key = any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, idempotencyKey }) => [idempotencyKey ?? "", id]))
}

export function listPictures(db: Db, runIds: readonly string[]) {
  return db
    .selectFrom("generations")
    .select(["id", "runId", "version", "width", "height", "isPublic", "waitsUntil"])
    .where("runId", "in", runIds)
    .orderBy("position")
    .execute()
}

export function listByIds(db: Db, ids: readonly string[]) {
  return db.selectFrom("generations").select(["id", "version", "width", "height"]).where("id", "in", ids).execute()
}

/** What serving a picture needs to know, for anyone who may see it. */
export function findPicture(db: Db, id: string) {
  return db
    .selectFrom("generations")
    .select([
      "id",
      "accountId",
      "isPublic",
      "isTakenDown",
      "waitsUntil",
      "version",
      "storageKey",
      "mimeType",
      "mode",
      "prompt",
      "width",
      "height",
    ])
    .where("id", "=", id)
    .executeTakeFirst()
}

const ownColumns = [
  "id",
  "runId",
  "mode",
  "isPublic",
  "waitsUntil",
  "version",
  "storageKey",
  "mimeType",
  "width",
  "height",
] as const

/** @returns undefined for another person's picture as well */
export function findOwnPicture(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("generations")
    .select([...ownColumns, "byteSize"])
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** The same, kept from changing until the transaction ends. */
export function lockOwnPicture(tx: Tx, accountId: string, id: string) {
  return tx
    .selectFrom("generations")
    .select([...ownColumns, "byteSize"])
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Where files are kept beside a picture's: what it was before it was first changed, and what the engine found instead. */
type StoredFiles = "firstPictures" | "otherCutOuts"

/** @returns undefined when there is none */
export function findStoredFile(db: Db, table: StoredFiles, generationId: string) {
  return db.selectFrom(table).selectAll().where("generationId", "=", generationId).executeTakeFirst()
}

export async function insertStoredFile(
  tx: Tx,
  table: StoredFiles,
  file: Insertable<Tables[StoredFiles]>,
): Promise<void> {
  await tx.insertInto(table).values(file).execute()
}

/** Writes down that an unsure cut-out was looked at, once. */
export async function settleCutOut(tx: Tx, generationId: string): Promise<void> {
  await tx
    .insertInto("settledCutOuts")
    .values({ generationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isCutOutSettled(db: Db, generationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("settledCutOuts")
    .select("generationId")
    .where("generationId", "=", generationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts another file in a picture's place. */
export function updateFile(
  tx: Tx,
  id: string,
  file: Pick<
    Insertable<Tables["generations"]>,
    "storageKey" | "mimeType" | "width" | "height" | "byteSize" | "waitsUntil"
  >,
) {
  return tx
    .updateTable("generations")
    .set((eb) => ({ ...file, version: eb("version", "+", 1), updatedAt: sql<Date>`now()` }))
    .where("id", "=", id)
    .returning(["id", "version"])
    .executeTakeFirstOrThrow()
}

/** A page of the files that are kept beside a person's pictures, those in the trash too. */
export function listStoredFiles(db: Db, table: StoredFiles, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom(`${table} as kept`)
    .innerJoin("generationsWithTrash as picture", "picture.id", "kept.generationId")
    .select(["picture.id", "kept.storageKey", "picture.sequence", "picture.createdAt"])
    .where("picture.accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("picture.sequence", ">", after ?? ""))
    .orderBy("picture.sequence")
    .limit(limit)
    .execute()
}

export function findPreviewOwner(db: Db, runId: string) {
  return db.selectFrom("runs").select(["accountId", "previewCount"]).where("id", "=", runId).executeTakeFirst()
}

/** A page of a person's pictures as they are stored, those in the trash too, oldest first. @param after `sequence` of the last one before */
export function listStoredPictures(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("generationsWithTrash")
    .select(["id", "storageKey", "sequence", "createdAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

/** How many waiting pictures were ordered before each of these, by run. */
export function countAhead(db: Db, runIds: readonly string[]) {
  return db
    .selectFrom("runs")
    .select((eb) => [
      "runs.id",
      eb
        .selectFrom("runs as earlier")
        .select((inner) => inner.fn.countAll<string>().as("count"))
        .where("earlier.status", "=", "waiting")
        .whereRef("earlier.kind", "=", "runs.kind")
        .whereRef("earlier.createdAt", "<", "runs.createdAt")
        .as("ahead"),
    ])
    .where("runs.id", "in", [...runIds])
    .execute()
}

export async function hasPicture(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("generations")
    .select("id")
    .where("accountId", "=", accountId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Pictures whose words were not read for their trade yet, oldest first. */
export function listUnreadPictures(db: Db, limit: number) {
  return db
    .selectFrom("generations")
    .select(["id", "prompt"])
    .where("trade", "is", null)
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

/** Writes down what was read. */
export async function updateTrades(db: Db, pictures: readonly { id: string; trade: string }[]): Promise<void> {
  const ids = pictures.map(({ id }) => id)
  const trades = pictures.map(({ trade }) => trade)
  await sql`update generations set trade = reading.trade
    from unnest(${ids}::text[], ${trades}::text[]) as reading (id, trade)
    where generations.id = reading.id`.execute(db)
}
