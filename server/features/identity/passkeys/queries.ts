import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

export type Purpose = "add" | "prove" | "sign-in"

/** Keeps what has to be signed, and drops what nobody answered in time. */
export async function insertChallenge(
  db: Db,
  challenge: { challengeHash: Buffer; purpose: Purpose; holderHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.deleteFrom("passkeyChallenges").where("expiresAt", "<", sql<Date>`now()`).execute()
  await db.insertInto("passkeyChallenges").values(challenge).execute()
}

/** Uses a challenge up in one statement, so that of two answers at once only one counts. */
export async function takeChallenge(
  db: Db,
  challenge: { challengeHash: Buffer; purpose: Purpose; holderHash: Buffer },
): Promise<boolean> {
  const taken = await db
    .deleteFrom("passkeyChallenges")
    .where("challengeHash", "=", challenge.challengeHash)
    .where("purpose", "=", challenge.purpose)
    .where("holderHash", "=", challenge.holderHash)
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning("purpose")
    .executeTakeFirst()
  return taken !== undefined
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("accountId", "=", accountId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute()
}

/** @returns undefined when somebody has this passkey already */
export function insertPasskey(
  tx: Tx,
  passkey: {
    id: string
    accountId: string
    credentialId: Buffer
    publicKey: Buffer
    rpId: string
    name: string
    transports: string[]
    signCount: string
  },
) {
  return tx
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credentialId").doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** @returns undefined when the account has none such */
export function renamePasskey(db: Db, accountId: string, id: string, name: string) {
  return db
    .updateTable("passkeys")
    .set({ name })
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst()
}

/** @returns whether the account had it */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("passkeys")
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst()
  return removed !== undefined
}

/** Takes all passkeys off an account. */
export async function deletePasskeys(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom("passkeys").where("accountId", "=", accountId).execute()
}

export function findOwner(db: Db, credentialId: Buffer) {
  return db.selectFrom("passkeys").select("accountId").where("credentialId", "=", credentialId).executeTakeFirst()
}

/** Host names other than this one that passkeys were made for, most of them first, with how many people have some. */
export async function listOtherHosts(db: Db, host: string | null): Promise<{ host: string; people: number }[]> {
  const { rows } = await sql<{ host: string; people: number }>`
    select rp_id as host, count(distinct account_id)::int as people from passkeys
    where rp_id is distinct from ${host} group by rp_id order by 2 desc, 1`.execute(db)
  return rows
}

/** Keeps a passkey from changing until the transaction ends: of two uses at once the counter of one comes first. */
export function lockPasskey(tx: Tx, accountId: string, credentialId: Buffer) {
  return tx
    .selectFrom("passkeys")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("credentialId", "=", credentialId)
    .forUpdate()
    .executeTakeFirst()
}

/** It was used just now. @param signCount as its device counts */
export async function markUsed(tx: Tx, id: string, signCount: number): Promise<void> {
  await tx
    .updateTable("passkeys")
    .set({ signCount: String(signCount), lastUsedAt: sql`now()` })
    .where("id", "=", id)
    .execute()
}

/** Its counter went back. */
export async function markCopied(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("passkeys").set({ copiedAt: sql`now()` }).where("id", "=", id).execute()
}
