import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Most previews kept of one file; more are made each time they are asked for. */
const maxOfFile = 32

/** Bytes of previews kept of one person's files, whoever asked for them. They take no room from files. */
const maxOfPerson = 500_000_000

/** A preview that nobody asked for is forgotten after as many days; whoever asks then waits for a new one. */
const keptDays = 30

/** Previews forgotten by one statement. */
const forgottenAtOnce = 2_000

/** Whether one more preview of this file is kept; a few that are made at once may be too many. */
export async function hasRoom(
  db: Db,
  preview: { fileSequence: string; accountId: string | null; byteSize: number },
): Promise<boolean> {
  const { fileSequence, accountId, byteSize } = preview
  const { rows } = await sql<{ hasRoom: boolean }>`
    select (select count(*) from file_objects where file_sequence = ${fileSequence} and slot like 'preview-%')
        < ${maxOfFile}
      and (select coalesce(sum(byte_size), 0) from file_objects where preview_of = ${accountId}::text) + ${byteSize}
        <= ${maxOfPerson} as has_room`.execute(db)
  return rows[0]?.hasRoom ?? false
}

/** Finds what is kept with a file, and notes once a day that it was asked for. */
export async function findStored(db: Db, sequence: string, slot: string): Promise<string | null> {
  const found = await db
    .selectFrom("fileObjects")
    .select(["storageKey", sql<boolean>`asked_at < now() - interval '1 day'`.as("isNoteOld")])
    .where("fileSequence", "=", sequence)
    .where("slot", "=", slot)
    .executeTakeFirst()
  if (!found) return null
  if (found.isNoteOld) {
    const askedAt = sql<Date>`now()`
    await db.updateTable("fileObjects").set({ askedAt }).where("storageKey", "=", found.storageKey).execute()
  }
  return found.storageKey
}

/** Forgets previews that nobody asked for in a long time; their bytes go with what is left behind. */
export async function forgetUnasked(db: Db): Promise<void> {
  await sql`
    delete from file_objects where storage_key in (
      select storage_key from file_objects
      where slot like 'preview-%' and asked_at < now() - ${keptDays} * interval '1 day' limit ${forgottenAtOnce})`.execute(
    db,
  )
}
