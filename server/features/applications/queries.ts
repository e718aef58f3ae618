import type { Db } from "#server/db/open.ts"

/** The newest application with a verified payment. */
export async function findPaid(db: Db, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("applications")
    .select("id")
    .where("accountId", "=", accountId)
    .where("paymentReference", "is not", null)
    .orderBy("createdAt", "desc")
    .orderBy("sequence", "desc")
    .executeTakeFirst()
  return found?.id
}
