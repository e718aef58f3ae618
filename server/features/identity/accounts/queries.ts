import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { accountColumns } from "#server/db/tables/accounts.ts"

export function findAccount(db: Db, id: string) {
  return db.selectFrom("accounts").select(accountColumns).where("id", "=", id).executeTakeFirst()
}

/** Keeps everything that belongs to an account from changing until the transaction ends. */
export function lockAccount(tx: Db, id: string) {
  return tx.selectFrom("accounts").select(accountColumns).where("id", "=", id).forUpdate().executeTakeFirst()
}

/** Keeps an account from being deleted or locked; whoever only refers to it need not wait. */
export function holdAccount(tx: Db, id: string) {
  return tx.selectFrom("accounts").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst()
}

/** The same as `lockAccount` with the password hash. */
export function lockCredentials(tx: Db, id: string) {
  return tx
    .selectFrom("accounts")
    .select(accountColumns)
    .select("passwordHash")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns false for an address that was remembered before */
export async function insertWelcomed(tx: Db, addressHash: Buffer): Promise<boolean> {
  const inserted = await tx
    .insertInto("welcomedAddresses")
    .values({ addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning("createdAt")
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether one of these spellings of an address was remembered before this moment. */
export async function wasWelcomedBefore(db: Db, addressHashes: readonly Buffer[], moment: Date): Promise<boolean> {
  const found = await db
    .selectFrom("welcomedAddresses")
    .select("createdAt")
    .where("addressHash", "in", addressHashes)
    .where("createdAt", "<", moment)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes an account; what belongs to it goes with it by its foreign keys, captured messages by their recipient. */
export async function deleteAccount(
  tx: Db,
  account: { id: string; email: string | null; phone: string | null },
): Promise<void> {
  if (account.email) await tx.deleteFrom("capturedMails").where("recipient", "=", account.email).execute()
  if (account.phone) await tx.deleteFrom("capturedMessages").where("recipient", "=", account.phone).execute()
  await tx.deleteFrom("accounts").where("id", "=", account.id).execute()
}

export function findAccountByEmail(db: Db, email: string) {
  return db.selectFrom("accounts").select(accountColumns).where("email", "=", email).executeTakeFirst()
}

/** Who confirmed a number; others may have written it down. */
export function findAccountByPhone(db: Db, phone: string) {
  return db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("phone", "=", phone)
    .where("isPhoneVerified", "=", true)
    .executeTakeFirst()
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

/** @returns false when the id, the address or the number is taken */
export async function insertAccount(
  db: Db,
  account: { id: string; email: string | null; phone: string | null; name: string; passwordHash: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto("accounts")
    .values({ ...account, passwordUpdatedAt: account.passwordHash ? new Date() : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return inserted.length > 0
}

/** Notes that a person agreed to a version of the terms; what was noted before stays. */
export async function insertAcceptance(tx: Db, accountId: string, version: string): Promise<void> {
  await tx
    .insertInto("termsAcceptances")
    .values({ accountId, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Which versions of the terms a person agreed to, the newest first. */
export function listAcceptances(db: Db, accountId: string) {
  return db
    .selectFrom("termsAcceptances")
    .select(["version", "acceptedAt"])
    .where("accountId", "=", accountId)
    .orderBy("version", "desc")
    .execute()
}

export interface AccountChange {
  name?: string
  email?: string
  phone?: string | null
  prefs?: string
  passwordHash?: string | null
  passwordUpdatedAt?: Date | null
  isEmailVerified?: boolean
  isPhoneVerified?: boolean
  isBlocked?: true
  secondFactorAt?: Date | null
}

export function updateAccount(db: Db, id: string, change: AccountChange) {
  return db
    .updateTable("accounts")
    .set({ ...change, updatedAt: sql`now()` })
    .where("id", "=", id)
    .returning(accountColumns)
    .executeTakeFirst()
}

/**
 * Removes accounts that nobody ever came back to: without password, confirmed address, number, session, pending link or
 * anything of their own. They are left by sign-ins that were begun and not ended, and by anonymous visits. Whom an operator
 * brought here has as long as the activity is kept.
 */
export async function deleteUnclaimedAccounts(db: Db): Promise<void> {
  await sql`
    delete from accounts where password_hash is null and not is_email_verified and not is_phone_verified
      and phone is null and not is_blocked and created_at < now() - interval '1 day'
      and not exists (select from sessions where account_id = accounts.id)
      and not exists (select from account_tokens where account_id = accounts.id)
      and not exists (select from identities where account_id = accounts.id)
      and not exists (select from operators where account_id = accounts.id)
      and not exists (select from runs where account_id = accounts.id)
      and not exists (select from files where account_id = accounts.id)
      and not exists (select from account_logs where account_id = accounts.id and event = 'user.import')
  `.execute(db)
}

/** Whether an operator brought the account here and nobody has come to it since, in any way. */
export async function isAwaited(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${id} and password_hash is null and not is_email_verified and not is_phone_verified
      and exists (select from account_logs where account_id = accounts.id and event = 'user.import')
      and not exists (select from sessions where account_id = accounts.id)
      and not exists (select from identities where account_id = accounts.id)
      and not exists (select from passkeys where account_id = accounts.id)`.execute(db)
  return rows.length > 0
}

/** The account that came of one of another server. @returns undefined when none came, null in it when that one is gone */
export function findArrived(db: Db, originHash: Buffer): Promise<{ accountId: string | null } | undefined> {
  return db.selectFrom("arrivedAccounts").select("accountId").where("originHash", "=", originHash).executeTakeFirst()
}

export async function insertArrived(tx: Db, arrived: { originHash: Buffer; accountId: string }): Promise<void> {
  await tx.insertInto("arrivedAccounts").values(arrived).execute()
}

/** Passwords, identities and passkeys of an account that open it. */
export async function countWaysIn(tx: Db, accountId: string, passkeyHost: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from accounts where id = ${accountId} and password_hash is not null)
    + (select count(*) from identities where account_id = ${accountId})
    + (select count(*) from passkeys where account_id = ${accountId} and rp_id = ${passkeyHost} and copied_at is null)
  )::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
