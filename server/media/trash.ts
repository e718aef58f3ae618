import { sql } from "kysely"
import { trashDays } from "#contract/studio/trash.ts"
import type { Tx } from "#server/db/open.ts"

/** Tables of finished pictures. By these names they are without those in the trash. */
export type PictureTable = "generations" | "photoshoots"

/** The same with those in the trash. */
export function withTrash(table: PictureTable) {
  return sql.table(`${table}_with_trash`)
}

/** What went by its time is nobody's any more, though its row may wait for the sweep. */
export const isInTrash = sql<boolean>`trashed_at > now() - make_interval(days => ${trashDays})`

/** Puts a finished picture into its owner's trash: from that commit on it is nowhere else (migration 0217). */
export async function putIntoTrash(tx: Tx, table: PictureTable, id: string): Promise<void> {
  await sql`update ${withTrash(table)} set trashed_at = now() where id = ${id} and trashed_at is null`.execute(tx)
}
