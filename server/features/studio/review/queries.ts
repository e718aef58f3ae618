import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { PictureSource } from "#contract/studio/review.ts"
import type { Db, Tx } from "#server/db/open.ts"

/** One public picture, whatever table it is in. */
export interface PictureRef {
  source: PictureSource
  id: string
}

/** A picture in a list, and where the next page begins after it. */
export interface ListedRef extends PictureRef {
  cursor: string
}

const sources: readonly PictureSource[] = ["generations", "photoshoots"]

/** Columns that name one picture in the tables that are about both kinds. */
export function refColumns({ source, id }: PictureRef): { generationId: string | null; photoshootId: string | null } {
  return { generationId: source === "generations" ? id : null, photoshootId: source === "photoshoots" ? id : null }
}

function refColumn(source: PictureSource): "generationId" | "photoshootId" {
  return source === "generations" ? "generationId" : "photoshootId"
}

/** A picture that its owner made private is nobody's at the desk, nor are its words, until it is public again. */
const conditions = {
  waiting: sql<SqlBool>`is_public and not is_taken_down and waits_until is not null`,
  public: sql<SqlBool>`is_public and not is_taken_down`,
  down: sql<SqlBool>`is_taken_down and is_public`,
} as const

/** The same for rows that name a picture of either kind. */
const isOfPublic = sql<SqlBool>`(exists (select 1 from generations as one where one.id = generation_id and one.is_public)
  or exists (select 1 from photoshoots as one where one.id = photoshoot_id and one.is_public))`

/** The last row of a page: its time in microseconds, its table and its number there. */
const lastRow = /^(\d+)-(\d)-(\d+)$/

/** What comes after the last row, by time, table and number: pictures of one order have the same time. */
function isAfter(table: number, before: string | undefined): RawBuilder<unknown> {
  const [, micros, lastTable, sequence] = lastRow.exec(before ?? "") ?? []
  if (micros === undefined) return sql``
  const time = sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
  if (table < Number(lastTable)) return sql`and created_at < ${time}`
  if (table > Number(lastTable)) return sql`and created_at <= ${time}`
  return sql`and created_at <= ${time} and (created_at < ${time} or sequence > ${sequence}::bigint)`
}

/** @param before cursor of the last one of the page before */
export async function listByTime(
  db: Db,
  list: keyof typeof conditions,
  before: string | undefined,
  limit: number,
): Promise<ListedRef[]> {
  const parts = sources.map(
    (source, table) => sql`(select ${source}::text as source, ${table}::int as "table", id, created_at, sequence
      from ${sql.table(source)} where ${conditions[list]} ${isAfter(table, before)}
      order by created_at desc, sequence limit ${limit})`,
  )
  const { rows } = await sql<ListedRef>`
    select source, id, (extract(epoch from created_at) * 1000000)::bigint || '-' || "table" || '-' || sequence as cursor
    from (${sql.join(parts, sql` union all `)}) as pictures
    order by created_at desc, "table", sequence limit ${limit}`.execute(db)
  return rows
}

/** Pictures with open reports, the one reported last first. */
export async function listReported(db: Db, before: string | undefined, limit: number): Promise<ListedRef[]> {
  const having: RawBuilder<unknown> = before === undefined ? sql`` : sql`having max(sequence) < ${before}::bigint`
  const { rows } = await sql<ListedRef>`
    select case when generation_id is null then 'photoshoots' else 'generations' end as source,
      coalesce(generation_id, photoshoot_id) as id, max(sequence)::text as cursor
    from picture_reports where state = 'open' and ${isOfPublic} group by generation_id, photoshoot_id ${having}
    order by max(sequence) desc limit ${limit}`.execute(db)
  return rows
}

/** The newest pick first. @param before cursor of the last one of the page before */
export async function listPicked(db: Db, before: string | undefined, limit: number): Promise<ListedRef[]> {
  const after = before === undefined ? sql`` : sql`and sequence < ${before}::bigint`
  const { rows } = await sql<ListedRef>`
    select case when generation_id is null then 'photoshoots' else 'generations' end as source,
      coalesce(generation_id, photoshoot_id) as id, sequence::text as cursor
    from showcase_picks where ${isOfPublic} ${after} order by sequence desc limit ${limit}`.execute(db)
  return rows
}

/** How much there is to do. */
export async function countOpen(db: Db): Promise<{ reports: number; waiting: number }> {
  const { rows } = await sql<{ reports: number; waiting: number }>`
    select (select count(distinct coalesce(generation_id, photoshoot_id))::int from picture_reports
        where state = 'open' and ${isOfPublic}) as reports,
      (select count(*)::int from generations where waits_until is not null and ${conditions.waiting})
        + (select count(*)::int from photoshoots where waits_until is not null and ${conditions.waiting}) as waiting`.execute(
    db,
  )
  return rows[0] ?? { reports: 0, waiting: 0 }
}

/** Pictures with what the desk shows of them, in no order. */
export async function describePictures(db: Db, refs: readonly PictureRef[]) {
  const found = await Promise.all(
    sources.map(async (source) => {
      const ids = refs.filter((ref) => ref.source === source).map(({ id }) => id)
      if (ids.length === 0) return []
      const column = refColumn(source)
      const rows = await db
        .selectFrom(source)
        .innerJoin("accounts", "accounts.id", `${source}.accountId`)
        .select((row) => [
          `${source}.id`,
          `${source}.prompt`,
          `${source}.width`,
          `${source}.height`,
          `${source}.createdAt`,
          `${source}.isPublic`,
          `${source}.isTakenDown`,
          `${source}.waitsUntil`,
          `${source}.accountId`,
          "accounts.name",
          "accounts.publishing",
          row
            .selectFrom("takedowns")
            .select((one) => one.fn.countAll<number>().as("count"))
            .whereRef("takedowns.accountId", "=", `${source}.accountId`)
            .where("restoredAt", "is", null)
            .as("strikes"),
          row
            .selectFrom("takedowns")
            .select("takedowns.reason")
            .whereRef(`takedowns.${column}`, "=", `${source}.id`)
            .where("restoredAt", "is", null)
            .orderBy("sequence", "desc")
            .limit(1)
            .as("takenDownFor"),
          row
            .exists(
              row.selectFrom("showcasePicks").select("id").whereRef(`showcasePicks.${column}`, "=", `${source}.id`),
            )
            .as("isPicked"),
        ])
        .where(`${source}.id`, "in", ids)
        .execute()
      return rows.map((row) => ({ ...row, source }))
    }),
  )
  return found.flat()
}

/** Open reports of these pictures, oldest first. */
export async function listReports(db: Db, refs: readonly PictureRef[]) {
  if (refs.length === 0) return []
  const ids = refs.map(({ id }) => id)
  return db
    .selectFrom("pictureReports")
    .select(["generationId", "photoshootId", "reason", "note", "createdAt"])
    .where("state", "=", "open")
    .where((row) => row.or([row("generationId", "in", ids), row("photoshootId", "in", ids)]))
    .orderBy("sequence")
    .limit(500)
    .execute()
}

const decisive = ["id", "accountId", "isPublic", "isTakenDown", "waitsUntil", "storageKey", "prompt"] as const

export function findPicture(db: Db, { source, id }: PictureRef) {
  return db.selectFrom(source).select(decisive).where("id", "=", id).executeTakeFirst()
}

/** Locks a person and then their picture, in the order in which an account goes. */
export async function lockPicture(tx: Tx, ref: PictureRef) {
  const known = await findPicture(tx, ref)
  if (!known) return undefined
  await lockAccount(tx, known.accountId)
  return tx.selectFrom(ref.source).select(decisive).where("id", "=", ref.id).forUpdate().executeTakeFirst()
}

function lockAccount(tx: Tx, id: string) {
  return tx.selectFrom("accounts").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
}

export async function setTakenDown(tx: Tx, { source, id }: PictureRef, isTakenDown: boolean): Promise<void> {
  await tx.updateTable(source).set({ isTakenDown, updatedAt: sql<Date>`now()` }).where("id", "=", id).execute()
}

export async function insertTakedown(
  tx: Tx,
  ref: PictureRef,
  row: { id: string; accountId: string; reason: string },
): Promise<void> {
  await tx
    .insertInto("takedowns")
    .values({ ...row, ...refColumns(ref), restoredAt: null })
    .execute()
}

/** Counts something that was taken down and is no picture. */
export async function insertStrike(tx: Tx, row: { id: string; accountId: string; reason: string }): Promise<void> {
  await tx
    .insertInto("takedowns")
    .values({ ...row, generationId: null, photoshootId: null, restoredAt: null })
    .execute()
}

export async function restoreStrike(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("takedowns").set({ restoredAt: sql<Date>`now()` }).where("id", "=", id).execute()
}

export async function restoreTakedowns(tx: Tx, { source, id }: PictureRef): Promise<void> {
  await tx
    .updateTable("takedowns")
    .set({ restoredAt: sql<Date>`now()` })
    .where(refColumn(source), "=", id)
    .where("restoredAt", "is", null)
    .execute()
}

export async function countStrikes(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom("takedowns")
    .select((one) => one.fn.countAll<string>().as("count"))
    .where("accountId", "=", accountId)
    .where("restoredAt", "is", null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** @returns the reports it closed, and who sent them where that is known */
export function decideReports(
  tx: Tx,
  { source, id }: PictureRef,
  state: "upheld" | "dismissed",
): Promise<{ id: string; reporterId: string | null }[]> {
  return tx
    .updateTable("pictureReports")
    .set({ state, decidedAt: sql<Date>`now()` })
    .where(refColumn(source), "=", id)
    .where("state", "=", "open")
    .returning(["id", "reporterId"])
    .execute()
}

/** Writes a report down, unless the same person or network has one open about this picture. */
export async function insertReport(
  db: Db,
  ref: PictureRef,
  row: { id: string; reason: string; note: string; reporterKey: Buffer; reporterId: string | null },
): Promise<void> {
  await db
    .insertInto("pictureReports")
    .values({ ...row, ...refColumns(ref), decidedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when it is picked already */
export async function insertPick(tx: Tx, ref: PictureRef, id: string): Promise<boolean> {
  const made = await tx
    .insertInto("showcasePicks")
    .values({ id, ...refColumns(ref) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
  return made !== undefined
}

export async function deletePick(tx: Tx, { source, id }: PictureRef): Promise<boolean> {
  const gone = await tx.deleteFrom("showcasePicks").where(refColumn(source), "=", id).returning("id").executeTakeFirst()
  return gone !== undefined
}

export async function endWait(tx: Tx, { source, id }: PictureRef): Promise<void> {
  await tx.updateTable(source).set({ waitsUntil: null }).where("id", "=", id).execute()
}

/** People who have a picture whose wait is over, without an open report about it. */
export async function listDuePeople(db: Db, now: Date, limit: number): Promise<string[]> {
  const parts = sources.map(
    (source) => sql`select account_id, waits_until from ${sql.table(source)} as picture
      where waits_until <= ${now} and ${notReported(source)}`,
  )
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from (${sql.join(parts, sql` union all `)}) as due
    join accounts on accounts.id = account_id and accounts.publishing <> 'blocked'
    group by account_id order by min(waits_until) limit ${limit}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

function notReported(source: PictureSource): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from picture_reports
    where ${sql.ref(refColumn(source))} = picture.id and state = 'open')`
}

/** Ends the wait of a person's pictures whose time is over and that nobody reported. @returns those that are now shown */
export async function releaseDue(tx: Tx, accountId: string, now: Date): Promise<PictureRef[]> {
  if (!(await lockAccount(tx, accountId))) return []
  const released: PictureRef[] = []
  for (const source of sources) {
    const { rows } = await sql<{ id: string; isTakenDown: boolean }>`
      update ${sql.table(source)} as picture set waits_until = null
      where account_id = ${accountId} and waits_until <= ${now} and ${notReported(source)}
      returning id, is_taken_down as "isTakenDown"`.execute(tx)
    released.push(...rows.filter(({ isTakenDown }) => !isTakenDown).map(({ id }) => ({ source, id })))
  }
  return released
}

/** Picked pictures that everybody may see, the newest pick first. */
export async function listShownPicks(db: Db, limit: number) {
  const parts = sources.map(
    (source) => sql`select ${source}::text as source, picture.id, prompt, width, height, pick.sequence,
        ${source === "generations" ? sql.ref("picture.mode") : sql.lit("photoshoot")} as mode
      from showcase_picks as pick join ${sql.table(source)} as picture on picture.id = pick.${sql.ref(refColumn(source))}
      where is_public and not is_taken_down and waits_until is null`,
  )
  const { rows } = await sql<PictureRef & { prompt: string; mode: string; width: number; height: number }>`
    select source, id, prompt, mode, width, height from (${sql.join(parts, sql` union all `)}) as picks
    order by sequence desc limit ${limit}`.execute(db)
  return rows
}

/** Who gets a letter about a picture. */
export function findAddress(db: Db, accountId: string) {
  return db
    .selectFrom("accounts")
    .select(["email", "name", "isEmailVerified"])
    .where("id", "=", accountId)
    .executeTakeFirst()
}

/** A person's reports and what was taken down of theirs. */
export async function listOfPerson(db: Db, accountId: string) {
  const reports = await db
    .selectFrom("pictureReports")
    .select(["generationId", "photoshootId", "reason", "note", "state", "createdAt"])
    .where("reporterId", "=", accountId)
    .orderBy("sequence")
    .execute()
  const takedowns = await db
    .selectFrom("takedowns")
    .select(["generationId", "photoshootId", "reason", "createdAt", "restoredAt"])
    .where("accountId", "=", accountId)
    .orderBy("sequence")
    .execute()
  return { reports, takedowns }
}
