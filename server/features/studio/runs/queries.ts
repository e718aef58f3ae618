import { type Insertable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** What one person begins is counted one after the other, so that calls at once cannot pass a limit together. */
export async function lockPerson(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`runs:${accountId}`}, 0))`.execute(tx)
}

/** @returns those whose idempotency keys their people did not use before */
export function insertRuns(tx: Tx, runs: readonly Insertable<Tables["runs"]>[]) {
  return tx
    .insertInto("runs")
    .values(runs)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/** @returns undefined when the person used the idempotency key before */
export async function insertRun(tx: Tx, run: Insertable<Tables["runs"]>) {
  const [row] = await insertRuns(tx, [run])
  return row
}

/** Whether the person has such an album, which then stays until the transaction ends. */
export async function hasAlbum(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("albums")
    .select("id")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function setJob(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx.updateTable("runs").set({ jobId }).where("id", "=", id).execute()
}

/** Makes a run cost nothing, before anything was held for it. */
export async function waiveFee(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("runs").set({ feeCredits: 0 }).where("id", "=", id).execute()
}

export function findRun(db: Db, id: string) {
  return db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst()
}

export function findOwnRun(db: Db, accountId: string, id: string) {
  return db.selectFrom("runs").selectAll().where("accountId", "=", accountId).where("id", "=", id).executeTakeFirst()
}

export function findRunByKey(db: Db, accountId: string, idempotencyKey: string) {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst()
}

/** Runs that are waiting or at work, newest first, without those that are part of others. */
export function listOpenRuns(db: Db, accountId: string) {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "running"])
    .where("parentRunId", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute()
}

/** A person's failed runs that they have not put away, newest first. */
export function listFailedRuns(db: Db, accountId: string, { days, limit }: { days: number; limit: number }) {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("status", "=", "failed")
    .where("parentRunId", "is", null)
    .where("isPutAway", "=", false)
    .where("finishedAt", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy("finishedAt", "desc")
    .limit(limit)
    .execute()
}

/** @returns false when the person has no such failed run */
export async function putAway(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .updateTable("runs")
    .set({ isPutAway: true })
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .where("status", "=", "failed")
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

/** Holds every open run of a person whose account this transaction holds, parts of others included. */
export function lockOpenRuns(tx: Tx, accountId: string) {
  return tx
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "running"])
    .orderBy("id")
    .forUpdate()
    .execute()
}

/** Parts of a batch or shoot count as the one thing they are part of. */
export async function countOpenRuns(db: Db, accountId: string): Promise<number> {
  const { open } = await db
    .selectFrom("runs")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "running"])
    .where("parentRunId", "is", null)
    .executeTakeFirstOrThrow()
  return open
}

/** All runs of a person that are open, those that are part of others included. */
export async function countOpenParts(db: Db, accountId: string): Promise<number> {
  const { open } = await db
    .selectFrom("runs")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "running"])
    .executeTakeFirstOrThrow()
  return open
}

/** How the parts of a run stand; a part that was ordered again counts by its newest run only. */
export function countParts(db: Db, parentRunId: string) {
  const count = (...statuses: string[]) => sql<number>`(count(*) filter (where status in (${sql.join(statuses)})))::int`
  return db
    .selectFrom("runs")
    .select([
      count("waiting", "running").as("open"),
      count("ready").as("ready"),
      count("failed").as("failed"),
      count("cancelled").as("cancelled"),
    ])
    .where("parentRunId", "=", parentRunId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("runs as later")
            .select("later.id")
            .whereRef("later.parentRunId", "=", "runs.parentRunId")
            .where(sql<boolean>`later.input -> 'position' = runs.input -> 'position'`)
            .whereRef("later.id", ">", "runs.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
}

/** The pictures that the parts of a run made, with the part of each. */
export function listPicturesOfParts(db: Db, parentRunId: string): Promise<{ id: string; runId: string }[]> {
  return db
    .selectFrom("generations")
    .innerJoin("runs", "runs.id", "generations.runId")
    .select(["generations.id", "generations.runId"])
    .where("runs.parentRunId", "=", parentRunId)
    .execute()
}

/** The parts of a run, oldest first. */
export function listParts(db: Db, accountId: string, parentRunId: string) {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("parentRunId", "=", parentRunId)
    .orderBy("id")
    .execute()
}

/** Holds the open parts of a run fast, in one order. */
export function lockOpenParts(tx: Tx, parentRunId: string) {
  return tx
    .selectFrom("runs")
    .selectAll()
    .where("parentRunId", "=", parentRunId)
    .where("status", "in", ["waiting", "running"])
    .orderBy("id")
    .forUpdate()
    .execute()
}

/** Opens a run that had ended, because parts of it were ordered again. */
export async function reopenRun(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("runs")
    .set({ status: "running", failure: null, result: null, finishedAt: null })
    .where("id", "=", id)
    .execute()
}

/** Marks a run as being worked on. @returns undefined when it ended meanwhile */
export function startRun(db: Db, id: string, engine: string) {
  return db
    .updateTable("runs")
    .set({
      status: "running",
      startedAt: sql<Date>`now()`,
      progress: 0,
      engine,
    })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "running"])
    .returningAll()
    .executeTakeFirst()
}

/** Notes which engine works on a run, where that is not the usual one. */
export async function noteEngine(db: Db, id: string, engine: string): Promise<void> {
  await db.updateTable("runs").set({ engine }).where("id", "=", id).where("status", "=", "running").execute()
}

/**
 * The first provider job id stays: a second one would mean that the work was begun twice.
 * @returns false when the run has ended: whoever ended it could not know of work that is begun now
 */
export async function saveProviderJobId(db: Db, id: string, providerJobId: string): Promise<boolean> {
  const kept = await db
    .updateTable("runs")
    .set({ engineTicket: sql<string>`coalesce(engine_ticket, ${providerJobId})` })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "running"])
    .returning("id")
    .execute()
  return kept.length > 0
}

/** @returns false when the run is no longer being worked on */
export async function updateProgress(db: Db, id: string, progress: number, previewCount: number): Promise<boolean> {
  const changed = await db
    .updateTable("runs")
    .set({ progress, previewCount })
    .where("id", "=", id)
    .where("status", "=", "running")
    .returning("id")
    .execute()
  return changed.length > 0
}

/**
 * Holds an open run fast until the transaction ends, so that one outcome counts, and its account first: whoever deletes
 * that holds it and then waits for its runs. Parts may still be added to it meanwhile:
 * their reference needs its key only, and whoever adds them already holds what the end of another part waits for.
 * @returns undefined when it has ended
 */
export async function lockOpenRun(tx: Tx, id: string) {
  await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", tx.selectFrom("runs").select("accountId").where("runs.id", "=", id))
    .forKeyShare()
    .execute()
  return tx
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", id)
    .where("status", "in", ["waiting", "running"])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Ends a run that this transaction holds fast. */
export function endRun(
  tx: Tx,
  id: string,
  outcome:
    | { status: "ready"; progress: 1; engine: string | null; result: string | null; feeCredits?: number }
    | { status: "failed"; failure: string }
    | { status: "cancelled" },
) {
  return tx
    .updateTable("runs")
    .set({ ...outcome, finishedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Open runs, older than two minutes, of which no job is left that could end them. */
export function listLostRuns(db: Db, limit: number) {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("status", "in", ["waiting", "running"])
    .where("createdAt", "<", sql<Date>`now() - interval '2 minutes'`)
    .where(
      sql<boolean>`not exists (select from jobs.job where state < 'completed' and (job.id = runs.job_id or job.data ->> 'runId' = runs.id))`,
    )
    .where(
      sql<boolean>`not exists (select from runs part where part.parent_run_id = runs.id and part.status in ('waiting', 'running'))`,
    )
    .orderBy("createdAt")
    .limit(limit)
    .execute()
}

/** A page of everything a person ordered, oldest first. @param after id of the last one of the page before */
export function listRuns(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("runs")
    .select(["id", "kind", "title", "input", "count", "feeCredits", "status", "result", "createdAt", "finishedAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute()
}
