import { type Insertable, sql } from "kysely"
import type { TrainingStatus } from "#contract/catalogue/trainings.ts"
import { imagesBucketId } from "#contract/hosted/files.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** Trainings that something may still happen to. */
const openStatuses = [
  "analysing_dataset",
  "training_in_progress",
  "training_successful",
  "preparing_photoshoot",
] as const satisfies readonly TrainingStatus[]

export type NewTrainingRow = Pick<
  Tables["trainings"],
  | "id"
  | "accountId"
  | "prompt"
  | "primaryStyle"
  | "secondaryStyle"
  | "triggerWord"
  | "isPublic"
  | "status"
  | "paymentReference"
  | "rightsConfirmedAt"
>

/** @returns false when the id or the trigger word is taken */
export async function insertRow(tx: Db, row: NewTrainingRow): Promise<boolean> {
  const made = await tx
    .insertInto("trainings")
    .values({ ...row, url: null, runId: null, engine: null, model: null, failure: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
  return made !== undefined
}

export async function insertImages(tx: Db, trainingId: string, fileSequences: readonly string[]): Promise<void> {
  const rows = fileSequences.map((fileSequence, index) => ({ trainingId, position: index + 1, fileSequence }))
  await tx.insertInto("trainingImages").values(rows).execute()
}

/** A person's own finished pictures of these ids, in any order. */
export function listOwnPictures(tx: Db, accountId: string, ids: readonly string[]) {
  return tx
    .selectFrom("files")
    .select(["id", "sequence", "signature", "width", "height"])
    .where("bucketId", "=", imagesBucketId)
    .where("id", "in", ids)
    .where("accountId", "=", accountId)
    .where("isReady", "=", true)
    .forShare()
    .execute()
}

export async function countOpen(tx: Db, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("trainings")
    .select((query) => query.fn.countAll<string>().as("count"))
    .where("accountId", "=", accountId)
    .where("status", "in", openStatuses)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type TrainingRow = NonNullable<Awaited<ReturnType<typeof findTraining>>>

export function findTraining(db: Db, id: string) {
  return db.selectFrom("trainings").selectAll().where("id", "=", id).executeTakeFirst()
}

export function findOwnTraining(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("trainings")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst()
}

/** Holds a training fast until the transaction ends. @returns undefined when it is gone */
export function lockTraining(tx: Tx, id: string) {
  return tx.selectFrom("trainings").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
}

/** The trainings that a paid order's reference started. */
export function listOfReference(db: Db, accountId: string, reference: string): Promise<TrainingRow[]> {
  return db
    .selectFrom("trainings")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("paymentReference", "=", reference)
    .execute()
}

/** Pictures of a training that its order paid for and that were made. */
export async function countIncludedShots(db: Db, accountId: string, trainingId: string): Promise<number> {
  const { made } = await db
    .selectFrom("runs")
    .select(sql<number>`count(*)::int`.as("made"))
    .where("accountId", "=", accountId)
    .where("kind", "=", "shot")
    .where("status", "=", "ready")
    .where(sql<boolean>`input ->> 'trainingId' = ${trainingId}`)
    .where(sql<boolean>`input ->> 'isIncluded' = 'true'`)
    .executeTakeFirstOrThrow()
  return made
}

/** A person's trainings, newest first. @param only `open` leaves out those that nothing more happens to */
export function listOwnTrainings(db: Db, accountId: string, limit: number, only?: "open") {
  return db
    .selectFrom("trainings")
    .selectAll()
    .where("accountId", "=", accountId)
    .$if(only === "open", (query) => query.where("status", "in", openStatuses))
    .orderBy("createdAt", "desc")
    .orderBy("sequence", "desc")
    .limit(limit)
    .execute()
}

/** @returns the changed row, undefined when the training is gone */
export function updateTraining(
  db: Db,
  id: string,
  values: Partial<
    Pick<
      Insertable<Tables["trainings"]>,
      "title" | "status" | "runId" | "engine" | "model" | "colours" | "findings" | "failure" | "allowance" | "url"
    >
  >,
) {
  return db
    .updateTable("trainings")
    .set({ ...values, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst()
}

/** The photos of trainings, in their order. */
export function listImages(db: Db, trainingIds: readonly string[]) {
  return db
    .selectFrom("trainingImages")
    .innerJoin("files", "files.sequence", "trainingImages.fileSequence")
    .select(["trainingImages.trainingId", "files.id", "files.sequence", "files.mimeType"])
    .where("trainingImages.trainingId", "in", trainingIds)
    .orderBy("trainingImages.position")
    .execute()
}

/** An uploaded picture by the number of its row. */
export function findPhotoFile(db: Db, sequence: string) {
  return db
    .selectFrom("files")
    .select(["id", "sequence", "mimeType"])
    .where("sequence", "=", sequence)
    .executeTakeFirst()
}

/** A look at a photo, with the answers that there are. */
export async function findLook(db: Db, fileSequence: string) {
  const look = await db
    .selectFrom("trainingLooks")
    .selectAll()
    .where("fileSequence", "=", fileSequence)
    .executeTakeFirst()
  if (!look) return undefined
  const kept = await db
    .selectFrom("trainingCutOuts")
    .select("answer")
    .where("fileSequence", "=", fileSequence)
    .execute()
  return { ...look, answers: kept.map(({ answer }) => answer) }
}

/** @returns false when the photo was looked at before */
export async function insertLook(
  tx: Tx,
  look: { fileSequence: string; isSure: boolean; confidence: number },
): Promise<boolean> {
  const made = await tx
    .insertInto("trainingLooks")
    .values({ ...look, settledAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("fileSequence")
    .executeTakeFirst()
  return made !== undefined
}

export async function insertLookCutOut(tx: Tx, cutOut: Tables["trainingCutOuts"]): Promise<void> {
  await tx.insertInto("trainingCutOuts").values(cutOut).execute()
}

export async function settleLook(db: Db, fileSequence: string, chosen: "first" | "other"): Promise<void> {
  await db
    .updateTable("trainingLooks")
    .set({ chosen, settledAt: sql<Date>`now()` })
    .where("fileSequence", "=", fileSequence)
    .execute()
}

export async function findLookKey(
  db: Db,
  fileSequence: string,
  answer: "first" | "other",
): Promise<string | undefined> {
  const row = await db
    .selectFrom("trainingCutOuts")
    .select("storageKey")
    .where("fileSequence", "=", fileSequence)
    .where("answer", "=", answer)
    .executeTakeFirst()
  return row?.storageKey
}

/** How many of these photos were cut out without being sure, and their owner has said nothing of it. */
export async function countUnseenLooks(tx: Tx, fileSequences: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom("trainingLooks")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("fileSequence", "in", fileSequences)
    .where("isSure", "=", false)
    .where("settledAt", "is", null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertViews(tx: Tx, views: readonly Tables["trainingViews"][]): Promise<void> {
  if (views.length > 0) await tx.insertInto("trainingViews").values(views).execute()
}

/** The views of trainings, the best first. */
export function listViews(db: Db, trainingIds: readonly string[]) {
  return db.selectFrom("trainingViews").selectAll().where("trainingId", "in", trainingIds).orderBy("position").execute()
}

interface ShotCounts {
  made: number
  /** Runs that are not over. */
  open: number
  /** Runs at all. */
  taken: number
  /** Runs that came to nothing and whose credits are back. */
  refunded: number
}

/** How many pictures trainings have, and how many runs for more are open, beside one. */
export async function countShots(
  db: Db,
  trainingIds: readonly string[],
  besideRunId = "",
): Promise<Map<string, ShotCounts>> {
  const { rows } = await sql<ShotCounts & { id: string }>`
    select training.id,
      (select count(*)::int from photoshoots where training_id = training.id) as made,
      (select count(*)::int from runs where kind = 'shot' and account_id = training.account_id
        and input ->> 'trainingId' = training.id and status in ('waiting', 'running') and id <> ${besideRunId}) as open,
      (select count(*)::int from runs where kind = 'shot' and account_id = training.account_id
        and input ->> 'trainingId' = training.id) as taken,
      (select count(*)::int from runs where kind = 'shot' and account_id = training.account_id
        and input ->> 'trainingId' = training.id and status in ('failed', 'cancelled') and fee_credits > 0) as refunded
    from trainings as training where training.id = any(${trainingIds}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/**
 * Holds open runs of a training fast, its own and those of its pictures, in one order.
 * @param others `skip` leaves out those that another transaction is just ending
 */
export function lockOpenRuns(tx: Tx, accountId: string, trainingId: string, others: "wait" | "skip") {
  return tx
    .selectFrom("runs")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("kind", "in", ["training", "shot"])
    .where("status", "in", ["waiting", "running"])
    .where(sql<boolean>`input ->> 'trainingId' = ${trainingId}`)
    .orderBy("id")
    .forNoKeyUpdate()
    .$if(others === "skip", (query) => query.skipLocked())
    .execute()
}

/** Runs of trainings by their ids: how far they are, and whether what was paid for them is back. */
export async function trainingRunsOf(
  db: Db,
  runIds: readonly string[],
): Promise<Map<string, { progress: number; isRefunded: boolean }>> {
  if (runIds.length === 0) return new Map()
  const rows = await db
    .selectFrom("runs")
    .select(["id", "progress", "status", "feeCredits"])
    .where("id", "in", runIds)
    .execute()
  return new Map(
    rows.map(({ id, progress, status, feeCredits }) => {
      const isRefunded = feeCredits > 0 && (status === "failed" || status === "cancelled")
      return [id, { progress, isRefunded }]
    }),
  )
}

/** A page of a person's views as they are stored. @param after the last one before */
export function listStoredViews(
  db: Db,
  accountId: string,
  limit: number,
  after: { trainingId: string; position: number } | null,
) {
  return db
    .selectFrom("trainingViews as view")
    .innerJoin("trainings", "trainings.id", "view.trainingId")
    .select(["view.trainingId", "view.position", "view.storageKey", "trainings.createdAt"])
    .where("trainings.accountId", "=", accountId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(view.training_id, view.position) > (${after?.trainingId ?? ""}, ${after?.position ?? 0})`,
      ),
    )
    .orderBy("view.trainingId")
    .orderBy("view.position")
    .limit(limit)
    .execute()
}

/** A page of the cut-outs of a person's photos that were looked at for a training. @param after the last one before */
export function listStoredLooks(
  db: Db,
  accountId: string,
  limit: number,
  after: { fileSequence: string; answer: string } | null,
) {
  return db
    .selectFrom("trainingCutOuts as kept")
    .innerJoin("files", "files.sequence", "kept.fileSequence")
    .select(["kept.fileSequence", "kept.answer", "kept.storageKey", "files.createdAt"])
    .where("files.accountId", "=", accountId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(kept.file_sequence, kept.answer) > (${after?.fileSequence ?? "0"}::bigint, ${after?.answer ?? ""})`,
      ),
    )
    .orderBy("kept.fileSequence")
    .orderBy("kept.answer")
    .limit(limit)
    .execute()
}

export async function deleteTraining(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("trainings").where("id", "=", id).execute()
}
