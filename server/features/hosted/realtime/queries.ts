import type { OperatorRole } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"
import type { RealtimeMessage } from "#server/platform/realtime/realtime.ts"

/** @returns null when it was swept meanwhile */
export async function findStoredMessage(db: Db, id: string): Promise<RealtimeMessage | null> {
  const row = await db.selectFrom("realtimeMessages").select("body").where("id", "=", id).executeTakeFirst()
  return row ? (row.body as unknown as RealtimeMessage) : null
}

/** What an account may do now, whenever its sockets were opened. */
export async function findRights(
  db: Db,
  accountId: string,
): Promise<{ isVerified: boolean; hasFactor: boolean; operatorRole: OperatorRole | null }> {
  const row = await db
    .selectFrom("accounts")
    .leftJoin("operators", "operators.accountId", "accounts.id")
    .select(["accounts.isEmailVerified", "accounts.isPhoneVerified", "accounts.secondFactorAt", "operators.role"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirst()
  return {
    isVerified: Boolean(row?.isEmailVerified || row?.isPhoneVerified),
    hasFactor: Boolean(row?.secondFactorAt),
    operatorRole: row?.role ?? null,
  }
}
