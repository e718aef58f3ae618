import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"

/** Whose a secret is: an account's, or whoever's the address is. */
export type TokenOwner = { accountId: string; address?: never } | { address: string; accountId?: never }

/** @returns undefined when there is a token of this id */
export function insertToken(
  db: Db,
  token: TokenOwner & {
    id: string
    claimId: string
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
    .returning(["id", "claimId", "address", "createdAt", "expiresAt"])
    .executeTakeFirst()
}

/** Undefined when it was used or ended meanwhile. */
export function findToken(db: Db, id: string) {
  return db.selectFrom("accountTokens").select("claimId").where("id", "=", id).executeTakeFirst()
}

/** Gives a token the secret its message will carry. @returns undefined when it was used or ended meanwhile */
export function setSecret(db: Db, id: string, secretHash: Buffer) {
  return db
    .updateTable("accountTokens")
    .set({ secretHash })
    .where("id", "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(["id", "claimId", "address", "expiresAt"])
    .executeTakeFirst()
}

/**
 * Locks the accounts that the open tokens of a claim are about. Whatever changes an account's ways in locks it first,
 * then its tokens and sessions: in one order everywhere, so that two of them never wait for each other.
 */
export async function lockOwners(tx: Db, claimId: string): Promise<void> {
  await sql`
    select id from accounts
    where id in (select account_id from account_tokens where claim_id = ${claimId})
      or email in (select address from account_tokens where claim_id = ${claimId})
      or (is_phone_verified and phone in (select address from account_tokens where claim_id = ${claimId}))
    order by id for update`.execute(tx)
}

/**
 * Spends one attempt on every open token of this claim, and gives them to be compared: their rows stay locked until
 * the transaction ends, so that guesses made at once are counted one after the other.
 */
export function spendAttempt(
  db: Db,
  claim: { claimId: string; kinds: readonly AccountTokenKind[]; maxAttempts: number },
) {
  return db
    .updateTable("accountTokens")
    .set({ failures: sql`failures + 1` })
    .where("claimId", "=", claim.claimId)
    .where("kind", "in", claim.kinds)
    .where("failures", "<", claim.maxAttempts)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning([
      "id",
      "accountId",
      "address",
      "claimId",
      "kind",
      "secretHash",
      "createdAt",
      "expiresAt",
      "provider",
      "providerUid",
    ])
    .execute()
}

/** Whether there is such an unused token; nothing is spent. */
export async function hasToken(
  db: Db,
  token: { claimId: string; kind: AccountTokenKind; secretHash: Buffer },
): Promise<boolean> {
  const found = await db
    .selectFrom("accountTokens")
    .select("id")
    .where("claimId", "=", token.claimId)
    .where("kind", "=", token.kind)
    .where("secretHash", "=", token.secretHash)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses a token up. @returns false when another call did so first */
export async function deleteToken(db: Db, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom("accountTokens").where("id", "=", id).returning("id").executeTakeFirst()
  return deleted !== undefined
}

/** Ends what is open of some kinds: of an account, and of the addresses it has. */
export async function deleteTokens(
  db: Db,
  owner: { id: string; email: string | null; phone: string | null },
  kinds: readonly AccountTokenKind[],
): Promise<void> {
  const addresses = [owner.email, owner.phone].filter((address) => address !== null)
  await db
    .deleteFrom("accountTokens")
    .where("kind", "in", kinds)
    .where((row) =>
      row.or([row("accountId", "=", owner.id), ...(addresses.length > 0 ? [row("address", "in", addresses)] : [])]),
    )
    .execute()
}

/** Ends earlier codes under the same claim, so that there is one to guess at. */
export async function deleteClaim(db: Db, claimId: string, kind: AccountTokenKind): Promise<void> {
  await db.deleteFrom("accountTokens").where("claimId", "=", claimId).where("kind", "=", kind).execute()
}

/** Where an account's messages go. */
export function findRecipient(db: Db, by: "id" | "email" | "phone", value: string) {
  return db.selectFrom("accounts").select(["email", "phone", "name"]).where(by, "=", value).executeTakeFirst()
}

export async function deleteExpiredTokens(db: Db): Promise<void> {
  await db.deleteFrom("accountTokens").where("expiresAt", "<", sql<Date>`now()`).execute()
}
