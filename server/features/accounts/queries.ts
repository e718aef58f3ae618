import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"

/** Columns of an account that its owner may see. */
export const accountColumns = [
  "id",
  "email",
  "name",
  "passwordUpdatedAt",
  "phone",
  "isEmailVerified",
  "isPhoneVerified",
  "isBlocked",
  "prefs",
  "accessedAt",
  "createdAt",
  "updatedAt",
] as const

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export function findAccount(db: Db, id: string) {
  return db.selectFrom("accounts").select(accountColumns).where("id", "=", id).executeTakeFirst()
}

/** The account to sign in to, with its password hash. */
export function findCredentials(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "passwordHash", "isBlocked", "email", "name"])
    .where("email", "=", email)
    .executeTakeFirst()
}

export function findPasswordHash(db: Db, id: string) {
  return db.selectFrom("accounts").select("passwordHash").where("id", "=", id).executeTakeFirst()
}

/** @returns false when the id or the address is taken */
export async function insertAccount(
  db: Db,
  account: { id: string; email: string | null; name: string; passwordHash: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto("accounts")
    .values({ ...account, phone: null, passwordUpdatedAt: account.passwordHash ? new Date() : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return inserted.length > 0
}

export function updateAccount(
  db: Db,
  id: string,
  change: { name?: string; prefs?: string; passwordHash?: string; passwordUpdatedAt?: Date; isEmailVerified?: true },
) {
  return db
    .updateTable("accounts")
    .set({ ...change, updatedAt: sql`now()` })
    .where("id", "=", id)
    .returning(accountColumns)
    .executeTakeFirst()
}

/** Session and account of a cookie in one query; expired sessions and blocked accounts are not found. */
export function findLiveSession(db: Db, accountId: string, secretHash: Buffer) {
  return db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.accountId")
    .select([
      "sessions.id as sessionId",
      "sessions.countryCode",
      "accounts.isEmailVerified",
      "accounts.isPhoneVerified",
    ])
    .where("sessions.secretHash", "=", secretHash)
    .where("sessions.accountId", "=", accountId)
    .where("sessions.expiresAt", ">", sql<Date>`now()`)
    .where("accounts.isBlocked", "=", false)
    .executeTakeFirst()
}

const sessionColumns = [
  "id",
  "accountId",
  "provider",
  "providerUid",
  "ip",
  "userAgent",
  "countryCode",
  "createdAt",
  "updatedAt",
  "expiresAt",
] as const

export function findSession(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("sessions")
    .select(sessionColumns)
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst()
}

export function listLiveSessions(db: Db, accountId: string) {
  return db
    .selectFrom("sessions")
    .select(sessionColumns)
    .where("accountId", "=", accountId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .orderBy("createdAt")
    .execute()
}

export function insertSession(
  db: Db,
  session: {
    id: string
    accountId: string
    secretHash: Buffer
    provider: string
    providerUid: string
    ip: string
    userAgent: string
    countryCode: string
    expiresAt: Date
  },
) {
  return db.insertInto("sessions").values(session).returning(sessionColumns).executeTakeFirstOrThrow()
}

/** Removes all but the newest `keep` sessions of an account. */
export async function trimSessions(db: Db, accountId: string, keep: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .where("id", "not in", (query) =>
      query
        .selectFrom("sessions")
        .select("id")
        .where("accountId", "=", accountId)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(keep),
    )
    .execute()
}

export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returning("id")
    .execute()
  return removed.length > 0
}

/** Ends all sessions of an account, or all but one. */
export async function deleteSessions(db: Db, accountId: string, exceptId?: string): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .$if(exceptId !== undefined, (query) => query.where("id", "!=", exceptId ?? ""))
    .execute()
}

/** The account was used just now; written at most once in 24 hours (contract §2.1). */
export async function touchAccount(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ accessedAt: sql`now()` })
    .where("id", "=", id)
    .where("accessedAt", "<", sql<Date>`now() - interval '24 hours'`)
    .execute()
}

export function insertToken(
  db: Db,
  token: { id: string; accountId: string; kind: AccountTokenKind; secretHash: Buffer; expiresAt: Date },
) {
  return db.insertInto("accountTokens").values(token).returning(["id", "createdAt"]).executeTakeFirstOrThrow()
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
export function consumeToken(db: Db, token: { accountId: string; kind: AccountTokenKind; secretHash: Buffer }) {
  return db
    .deleteFrom("accountTokens")
    .where("accountId", "=", token.accountId)
    .where("kind", "=", token.kind)
    .where("secretHash", "=", token.secretHash)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(["id", "createdAt", "expiresAt"])
    .executeTakeFirst()
}

export async function deleteTokens(db: Db, accountId: string, kind: AccountTokenKind): Promise<void> {
  await db.deleteFrom("accountTokens").where("accountId", "=", accountId).where("kind", "=", kind).execute()
}

/** Removes what ended: sessions and mail tokens past their time. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.deleteFrom("sessions").where("expiresAt", "<", sql<Date>`now()`).execute()
  await db.deleteFrom("accountTokens").where("expiresAt", "<", sql<Date>`now()`).execute()
}
