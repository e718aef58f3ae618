import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"

/** A secret as it is stored for one purpose. */
export interface TokenSecret {
  kind: AccountTokenKind
  hash: Buffer
}

/** @returns undefined when there is a token of this id */
export function insertToken(
  db: Db,
  token: {
    id: string
    accountId: string
    kind: AccountTokenKind
    secretHash: Buffer
    expiresAt: Date
    provider?: string
    providerUid?: string
  },
) {
  return db
    .insertInto("accountTokens")
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "createdAt", "expiresAt"])
    .executeTakeFirst()
}

/** Gives a token the secret its mail will carry. @returns undefined when it was used or ended meanwhile */
export function resetToken(db: Db, id: string, secretHash: Buffer) {
  return db
    .updateTable("accountTokens")
    .set({ secretHash })
    .where("id", "=", id)
    .returning(["id", "expiresAt"])
    .executeTakeFirst()
}

/** Uses a token up in one statement, so that of two uses at once only one succeeds (checklist 2.8). */
export function consumeToken(db: Db, token: { accountId: string; secrets: readonly TokenSecret[] }) {
  return db
    .deleteFrom("accountTokens")
    .where("accountId", "=", token.accountId)
    .where((row) => row.or(token.secrets.map(({ kind, hash }) => row("kind", "=", kind).and("secretHash", "=", hash))))
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(["id", "kind", "createdAt", "expiresAt", "provider", "providerUid"])
    .executeTakeFirst()
}

export async function deleteTokens(db: Db, accountId: string, kinds: readonly AccountTokenKind[]): Promise<void> {
  await db.deleteFrom("accountTokens").where("accountId", "=", accountId).where("kind", "in", kinds).execute()
}

/** Counts a wrong guess against the open codes of an account, and removes those guessed at too often. */
export async function countGuess(
  db: Db,
  accountId: string,
  kinds: readonly AccountTokenKind[],
  maxGuesses: number,
): Promise<void> {
  await db
    .updateTable("accountTokens")
    .set({ failures: sql`failures + 1` })
    .where("accountId", "=", accountId)
    .where("kind", "in", kinds)
    .execute()
  await db
    .deleteFrom("accountTokens")
    .where("accountId", "=", accountId)
    .where("kind", "in", kinds)
    .where("failures", ">=", maxGuesses)
    .execute()
}

export async function sweepTokens(db: Db): Promise<void> {
  await db.deleteFrom("accountTokens").where("expiresAt", "<", sql<Date>`now()`).execute()
}
