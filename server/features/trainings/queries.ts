import { imagesBucketId } from "#contract/hosted/files.ts"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** Trainings that something may still happen to. */
const openStatuses = [
  "analysing_dataset",
  "training_in_progress",
  "training_successful",
  "preparing_photoshoot",
] as const satisfies readonly Tables["trainings"]["status"][]

export type NewTrainingRow = Omit<Tables["trainings"], "url" | "createdAt" | "updatedAt" | "sequence">

/** @returns false when the id or the trigger word is taken */
export async function insertRow(tx: Db, row: NewTrainingRow): Promise<boolean> {
  const made = await tx
    .insertInto("trainings")
    .values({ ...row, url: null })
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
