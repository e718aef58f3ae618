import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Keeps a new secret until a code of it is given, in place of one that was offered before. */
export async function saveOffer(tx: Db, accountId: string, offeredSecret: Buffer): Promise<void> {
  await tx
    .insertInto("secondFactors")
    .values({ accountId, offeredSecret, secret: null })
    .onConflict((conflict) => conflict.column("accountId").doUpdateSet({ offeredSecret }))
    .execute()
}

/** Takes the offered secret as the factor; codes of this step and before count no more. */
export async function acceptOffer(tx: Db, accountId: string, lastStep: number): Promise<void> {
  await tx
    .updateTable("secondFactors")
    .set({ secret: sql<Buffer>`offered_secret`, offeredSecret: null, lastStep: String(lastStep), failures: 0 })
    .where("accountId", "=", accountId)
    .execute()
}

/** Time after which wrong codes are forgotten. */
const forgotten = sql<boolean>`failures_since < now() - interval '1 hour'`

/**
 * Spends one guess and gives what the code is compared with: the row stays locked until the transaction ends, so that
 * guesses made at once are counted one after the other.
 * @returns undefined when there is no factor, or no guess left in this hour
 */
export function spendGuess(tx: Db, accountId: string, maxGuesses: number) {
  return tx
    .updateTable("secondFactors")
    .set({
      failures: sql<number>`case when ${forgotten} then 1 else failures + 1 end`,
      failuresSince: sql<Date>`case when ${forgotten} then now() else failures_since end`,
    })
    .where("accountId", "=", accountId)
    .where((row) => row.or([row("failures", "<", maxGuesses), forgotten]))
    .where("secret", "is not", null)
    .returning(["secret", "lastStep"])
    .executeTakeFirst()
}

/** The account's app, where a code of it was given once. */
export function findApp(db: Db, accountId: string) {
  return db
    .selectFrom("secondFactors")
    .select("accountId")
    .where("accountId", "=", accountId)
    .where("secret", "is not", null)
    .executeTakeFirst()
}

/** The secret that was offered, kept from changing until the transaction ends. */
export function lockOffer(tx: Db, accountId: string) {
  return tx
    .selectFrom("secondFactors")
    .select(["offeredSecret", "lastStep"])
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** The code was right: it and older ones count no more, and wrong ones before it are forgotten. */
export async function keepStep(tx: Db, accountId: string, lastStep: number): Promise<void> {
  await tx
    .updateTable("secondFactors")
    .set({ lastStep: String(lastStep), failures: 0 })
    .where("accountId", "=", accountId)
    .execute()
}

/** Removes app and recovery codes. */
export async function deleteFactor(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom("recoveryCodes").where("accountId", "=", accountId).execute()
  await tx.deleteFrom("secondFactors").where("accountId", "=", accountId).execute()
}

/** Puts these codes in the place of all former ones. */
export async function replaceCodes(tx: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom("recoveryCodes").where("accountId", "=", accountId).execute()
  await tx
    .insertInto("recoveryCodes")
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
}

/** Uses a code up. @returns false for a wrong one, or one that was used */
export async function takeCode(tx: Db, accountId: string, codeHash: Buffer): Promise<boolean> {
  const used = await tx
    .deleteFrom("recoveryCodes")
    .where("accountId", "=", accountId)
    .where("codeHash", "=", codeHash)
    .returning("accountId")
    .executeTakeFirst()
  return used !== undefined
}

export async function countCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recoveryCodes")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return count
}
