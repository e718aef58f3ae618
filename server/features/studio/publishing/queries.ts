import { sql } from "kysely"
import type { BlockedWord } from "#contract/studio/blocked-words.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { PictureTable } from "#server/media/trash.ts"

/** Opens or closes a picture; one that is public already keeps its place. @returns undefined when the person has none of this id */
export function updateVisibility(
  db: Db,
  table: PictureTable,
  picture: { accountId: string; id: string },
  { isPublic, waitsUntil }: { isPublic: boolean; waitsUntil: Date | null },
) {
  return db
    .updateTable(table as "generations")
    .set({
      isPublic,
      waitsUntil: sql<Date | null>`case when is_public then waits_until else ${waitsUntil}::timestamptz end`,
      updatedAt: sql<Date>`now()`,
    })
    .where("id", "=", picture.id)
    .where("accountId", "=", picture.accountId)
    .returning(["id", "isPublic", "waitsUntil"])
    .executeTakeFirst()
}

export function listWords(db: Db) {
  return db
    .selectFrom("blockedWords")
    .select(["id", "language", "word", "spellings", "reach"])
    .orderBy("language")
    .orderBy("word")
    .execute()
}

/** @returns undefined when the word is on the list of its language already */
export function insertWord(db: Db, word: BlockedWord) {
  return db
    .insertInto("blockedWords")
    .values(word)
    .onConflict((conflict) => conflict.columns(["language", "word"]).doNothing())
    .returning("id")
    .executeTakeFirst()
}

export function lockWord(tx: Tx, id: string) {
  return tx
    .selectFrom("blockedWords")
    .select(["id", "language", "word", "spellings", "reach"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst()
}

export function findWord(db: Db, language: string, word: string) {
  return db
    .selectFrom("blockedWords")
    .select("id")
    .where("language", "=", language)
    .where("word", "=", word)
    .executeTakeFirst()
}

export async function updateWord(tx: Tx, { id, ...values }: BlockedWord): Promise<void> {
  await tx
    .updateTable("blockedWords")
    .set({ ...values, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .execute()
}

export async function deleteWord(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("blockedWords").where("id", "=", id).execute()
}

export async function findPublishing(db: Db, accountId: string): Promise<"new" | "trusted" | "blocked" | undefined> {
  const row = await db.selectFrom("accounts").select("publishing").where("id", "=", accountId).executeTakeFirst()
  return row?.publishing
}

/** Lets a new account's pictures go straight to the showcase from now on. */
export async function trustAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ publishing: "trusted" })
    .where("id", "in", ids)
    .where("publishing", "=", "new")
    .execute()
}

export async function setPublishing(
  tx: Tx,
  accountId: string,
  publishing: "new" | "trusted" | "blocked",
): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ publishing, updatedAt: sql<Date>`now()` })
    .where("id", "=", accountId)
    .execute()
}
