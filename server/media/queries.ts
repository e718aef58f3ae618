import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/**
 * Writes down objects that are about to be written.
 * @param seconds how long they may stay without anything that refers to them
 * @param isHurried not waiting for the disk: what a power cut loses here was never part of anything, and what refers to
 * them waits for all before it
 */
export async function insertOrphans(
  db: Db,
  storageKeys: readonly string[],
  { seconds, isHurried }: { seconds: number; isHurried: boolean },
): Promise<void> {
  await sql`
    with hurried as materialized (select set_config('synchronous_commit', ${isHurried ? "off" : "on"}, true))
    insert into media_orphans (storage_key, due_at)
    select unnest(${storageKeys}::text[]), now() + ${seconds} * interval '1 second' from hurried
    on conflict (storage_key) do update set due_at = excluded.due_at`.execute(db)
}

/** Leaves objects to the sweep, in the transaction that refers to others in their place. @param seconds how long they stay */
export async function leaveObjects(tx: Tx, storageKeys: readonly string[], seconds: number): Promise<void> {
  await sql`
    insert into media_orphans (storage_key, due_at)
    select unnest(${storageKeys}::text[]), now() + ${seconds} * interval '1 second'
    on conflict (storage_key) do update set due_at = excluded.due_at`.execute(tx)
}

/** Takes objects out of the list: something refers to them now, or their bytes are gone. */
export async function deleteOrphans(db: Db, storageKeys: readonly string[]): Promise<void> {
  await db.deleteFrom("mediaOrphans").where("storageKey", "in", storageKeys).execute()
}

/** Leaves objects alone for a while that are still in the list. @param seconds how long */
export async function postponeOrphans(db: Db, storageKeys: readonly string[], seconds: number): Promise<void> {
  await db
    .updateTable("mediaOrphans")
    .set({ dueAt: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where("storageKey", "in", storageKeys)
    .execute()
}

/** @returns those of the keys that nothing refers to */
export async function findOrphans(db: Db, storageKeys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("mediaOrphans").select("storageKey").where("storageKey", "in", storageKeys).execute()
  return rows.map((row) => row.storageKey)
}

/** @returns objects whose time is over, those that wait longest first */
export async function listDueOrphans(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("mediaOrphans")
    .select("storageKey")
    .where("dueAt", "<=", sql<Date>`now()`)
    .orderBy("dueAt")
    .limit(limit)
    .execute()
  return rows.map((row) => row.storageKey)
}
