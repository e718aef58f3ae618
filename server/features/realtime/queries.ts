import type { Db } from "#server/db/open.ts"
import type { RealtimeMessage } from "#server/platform/realtime.ts"

/** @returns null when it was swept meanwhile */
export async function findStoredMessage(db: Db, id: string): Promise<RealtimeMessage | null> {
  const row = await db.selectFrom("realtimeMessages").select("body").where("id", "=", id).executeTakeFirst()
  return row ? (row.body as unknown as RealtimeMessage) : null
}

export async function findIsVerified(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("accounts")
    .select(["isEmailVerified", "isPhoneVerified"])
    .where("id", "=", accountId)
    .executeTakeFirst()
  return row !== undefined && (row.isEmailVerified || row.isPhoneVerified)
}
