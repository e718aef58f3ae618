import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/** What a badge tells of a certificate. */
export function findBadge(db: Db, code: string) {
  return db
    .selectFrom("certificates as one")
    .innerJoin("enrolments", "enrolments.id", "one.enrolmentId")
    .innerJoin("accounts", "accounts.id", "one.accountId")
    .select(["one.code", "one.name", "one.programName", "one.cohort", "one.issuedAt", "one.withdrawnAt"])
    .select(["one.statusPosition", "enrolments.programId", "accounts.email", "accounts.isEmailVerified"])
    .where("one.code", "=", code)
    .executeTakeFirst()
}

/** Withdrawn places of the status lists from one on, `count` of them at most. */
export async function listWithdrawn(db: Db, from: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom("withdrawnBadges")
    .select("statusPosition")
    .where("statusPosition", ">=", from)
    .where("statusPosition", "<", from + count)
    .execute()
  return rows.map(({ statusPosition }) => statusPosition)
}

/** All keys, the newest first. */
export function listKeys(db: Db) {
  return db.selectFrom("badgeKeys").selectAll().orderBy("sequence", "desc").execute()
}

/** Lets one key be made at a time. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table badge_keys in exclusive mode`.execute(tx)
}

export async function insertKey(
  tx: Tx,
  key: { id: string; modulus: string; exponent: string; privateKey: Buffer; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto("badgeKeys")
    .values({ ...key, withdrawnAt: null })
    .execute()
}

/** Every key that still counts counts no more, and its private half is gone. */
export async function withdrawKeys(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable("badgeKeys")
    .set({ withdrawnAt: at, privateKey: null })
    .where("withdrawnAt", "is", null)
    .execute()
}
