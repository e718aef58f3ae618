import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** A sign-in that is under way at a provider. */
export interface OauthSignIn {
  provider: string
  /** What the page at the end gets. */
  result: "session" | "token"
  successUrl: string
  failureUrl: string
  /** Who was signed in at the start, and by which session. */
  accountId: string | null
  sessionId: string | null
}

export async function insertSignIn(
  db: Db,
  signIn: OauthSignIn & { stateHash: Buffer; minutes: number },
): Promise<void> {
  const { minutes, ...values } = signIn
  await db
    .insertInto("oauthSignIns")
    .values({ ...values, expiresAt: new Date(Date.now() + minutes * 60_000) })
    .execute()
}

/** Takes a sign-in up in one statement, so that of two answers at once only one counts. */
export function takeSignIn(db: Db, stateHash: Buffer, provider: string): Promise<OauthSignIn | undefined> {
  return db
    .deleteFrom("oauthSignIns")
    .where("stateHash", "=", stateHash)
    .where("provider", "=", provider)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(["provider", "result", "successUrl", "failureUrl", "accountId", "sessionId"])
    .executeTakeFirst()
}

export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom("oauthSignIns").where("expiresAt", "<", sql<Date>`now()`).execute()
}

export function findIdentityOwner(db: Db, provider: string, providerUid: string) {
  return db
    .selectFrom("identities")
    .select("accountId")
    .where("provider", "=", provider)
    .where("providerUid", "=", providerUid)
    .executeTakeFirst()
}

/**
 * Gives an identity to an account, or keeps the address of one that it has.
 * @returns "made", "kept", or "taken" when it is another account's
 */
export async function saveIdentity(
  db: Db,
  identity: { id: string; accountId: string; provider: string; providerUid: string; providerEmail: string },
): Promise<"made" | "kept" | "taken"> {
  const made = await db
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.columns(["provider", "providerUid"]).doNothing())
    .returning("id")
    .executeTakeFirst()
  if (made) return "made"
  const kept = await db
    .updateTable("identities")
    .set({ providerEmail: identity.providerEmail, updatedAt: sql`now()` })
    .where("provider", "=", identity.provider)
    .where("providerUid", "=", identity.providerUid)
    .where("accountId", "=", identity.accountId)
    .returning("id")
    .executeTakeFirst()
  return kept ? "kept" : "taken"
}

/** Takes all identities off an account. */
export async function deleteIdentities(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("identities").where("accountId", "=", accountId).execute()
}

export type IdentityRow = Awaited<ReturnType<typeof listIdentities>>[number]

export function listIdentities(db: Db, accountId: string) {
  return db
    .selectFrom("identities")
    .selectAll()
    .where("accountId", "=", accountId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute()
}

/** @returns what was removed, undefined when there was none */
export function deleteIdentity(db: Db, accountId: string, id: string) {
  return db
    .deleteFrom("identities")
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returning(["provider", "providerUid"])
    .executeTakeFirst()
}
