import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Takes a claim that nobody else holds since that moment; one's own is held on. @returns the name of who holds it otherwise */
export async function claim(
  db: Db,
  claimed: { subject: string; accountId: string; claimedAt: Date },
  since: Date,
): Promise<string> {
  const taken = await db
    .insertInto("markingClaims")
    .values(claimed)
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet({ accountId: claimed.accountId, claimedAt: claimed.claimedAt })
        .where((row) =>
          row.or([row("markingClaims.accountId", "=", claimed.accountId), row("markingClaims.claimedAt", "<=", since)]),
        ),
    )
    .returning("subject")
    .executeTakeFirst()
  if (taken) return ""
  const holder = await holders(db, [claimed.subject], claimed.accountId, since)
  return holder[0]?.name ?? ""
}

/** Which of these somebody else holds since that moment, with the name of who does. */
export function holders(db: Db, subjects: readonly string[], accountId: string, since: Date) {
  return db
    .selectFrom("markingClaims")
    .innerJoin("accounts", "accounts.id", "markingClaims.accountId")
    .select(["markingClaims.subject", "accounts.name"])
    .where("markingClaims.subject", "in", subjects.length > 0 ? subjects : [""])
    .where("markingClaims.accountId", "<>", accountId)
    .where("markingClaims.claimedAt", ">", since)
    .execute()
}

/** Gives a claim back. */
export async function release(db: Db, subject: string): Promise<void> {
  await db.deleteFrom("markingClaims").where("subject", "=", subject).execute()
}

/** Forgets claims of which nothing came. */
export async function forgetBefore(db: Db, moment: Date): Promise<void> {
  await sql`delete from marking_claims where claimed_at < ${moment}`.execute(db)
}
