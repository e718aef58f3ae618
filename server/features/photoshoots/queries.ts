import type { Db } from "#server/db/open.ts"

/** @returns the id of the file that a shot's picture is */
export async function findFileId(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("photoshoots")
    .innerJoin("files", "files.sequence", "photoshoots.fileSequence")
    .select("files.id")
    .where("photoshoots.id", "=", id)
    .executeTakeFirst()
  return found?.id
}
