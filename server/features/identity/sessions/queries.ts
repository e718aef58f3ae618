import { sql } from "kysely"
import { operatorHours } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"
import { accountColumns } from "#server/db/tables/accounts.ts"

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Sessions that sign in, with their accounts: not the expired ones, nor those of blocked accounts. */
function liveSessions(db: Db) {
  return db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.accountId")
    .leftJoin("operators", (join) =>
      join
        .onRef("operators.accountId", "=", "accounts.id")
        .on("sessions.createdAt", ">", sql<Date>`now() - ${operatorHours} * interval '1 hour'`),
    )
    .select([
      "sessions.id as sessionId",
      "sessions.provider as sessionProvider",
      "sessions.createdAt as signedInAt",
      "sessions.factorAt",
      "sessions.provedAt",
      "sessions.secretHash",
      "sessions.countryCode",
      "sessions.expiresAt",
      "operators.role as operatorRole",
      "accounts.publishing",
    ])
    .select(accountColumns.map((column) => `accounts.${column}` as const))
    .where("sessions.expiresAt", ">", sql<Date>`now()`)
    .where("accounts.isBlocked", "=", false)
}

/** A session that signs in, and its account. */
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

export function findLiveSession(db: Db, accountId: string, sessionId: string) {
  return liveSessions(db)
    .where("sessions.id", "=", sessionId)
    .where("sessions.accountId", "=", accountId)
    .executeTakeFirst()
}

/** The sessions of several cookies, with their accounts, in one query. */
export function findSessionsBySecret(db: Db, secretHashes: readonly Buffer[]): Promise<LiveSession[]> {
  const hashes = secretHashes.map((hash) => hash.toString("hex"))
  const wanted = sql<Buffer>`any (array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))`
  return liveSessions(db).where("sessions.secretHash", "=", wanted).execute()
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
  "factorAt",
  "provedAt",
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

/** Keeps a live session from ending until the transaction does. */
export function lockSession(tx: Db, accountId: string, id: string) {
  return tx
    .selectFrom("sessions")
    .select(sessionColumns)
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

/** Every session begins with this lock, so that none slips in while its account's ways in change. */
export function lockAccount(tx: Db, accountId: string) {
  return tx.selectFrom("accounts").select("secondFactorAt").where("id", "=", accountId).forUpdate().executeTakeFirst()
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
    factorAt: Date | null
  },
) {
  return db.insertInto("sessions").values(session).returning(sessionColumns).executeTakeFirstOrThrow()
}

/** A proof was given in a session: the second factor, after which it lives on until then, or the password. */
export function markProved(tx: Db, id: string, by: { factor: boolean; expiresAt?: Date | undefined }) {
  const { factor, expiresAt } = by
  return tx
    .updateTable("sessions")
    .set({
      provedAt: sql`now()`,
      updatedAt: sql`now()`,
      ...(factor ? { factorAt: sql<Date>`now()` } : {}),
      ...(expiresAt ? { expiresAt } : {}),
    })
    .where("id", "=", id)
    .returning(sessionColumns)
    .executeTakeFirstOrThrow()
}

/** The account was used just now; written at most once in 24 hours. */
export async function touchAccount(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ accessedAt: sql`now()` })
    .where("id", "=", id)
    .where("accessedAt", "<", sql<Date>`now() - interval '24 hours'`)
    .execute()
}

/** Sessions of an account: all, or those with or without the second factor. */
type Kind = "all" | "with factor" | "without factor"

/** Removes all but the newest `keep` sessions of a kind. @returns the removed ones */
export function trimSessions(db: Db, accountId: string, keep: number, kind: Kind): Promise<SessionRow[]> {
  const isKind = kind === "with factor" ? sql<boolean>`factor_at is not null` : sql<boolean>`factor_at is null`
  return db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .$if(kind !== "all", (query) => query.where(isKind))
    .where("id", "not in", (query) =>
      query
        .selectFrom("sessions")
        .select("id")
        .where("accountId", "=", accountId)
        .$if(kind !== "all", (own) => own.where(isKind))
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(keep),
    )
    .returning(sessionColumns)
    .execute()
}

/** @returns undefined when there is no such live session */
export function extendSession(db: Db, accountId: string, id: string, expiresAt: Date) {
  return db
    .updateTable("sessions")
    .set({ expiresAt, updatedAt: sql`now()` })
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(sessionColumns)
    .executeTakeFirst()
}

/** @returns the ended session, undefined when there was none */
export function deleteSession(db: Db, accountId: string, id: string) {
  return db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returning(sessionColumns)
    .executeTakeFirst()
}

/** Ends all sessions of an account, or all but one. @returns the ended ones */
export function deleteSessions(db: Db, accountId: string, exceptId?: string): Promise<SessionRow[]> {
  return db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .$if(exceptId !== undefined, (query) => query.where("id", "!=", exceptId ?? ""))
    .returning(sessionColumns)
    .execute()
}

/** Ends the sessions that an identity opened, but for one. @returns the ended ones */
export function deleteSessionsOf(
  db: Db,
  accountId: string,
  identity: { provider: string; providerUid: string },
  exceptId: string,
): Promise<SessionRow[]> {
  return db
    .deleteFrom("sessions")
    .where("accountId", "=", accountId)
    .where("provider", "=", identity.provider)
    .where("providerUid", "=", identity.providerUid)
    .where("id", "!=", exceptId)
    .returning(sessionColumns)
    .execute()
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom("sessions").where("expiresAt", "<", sql<Date>`now()`).execute()
}
