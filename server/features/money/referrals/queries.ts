import { type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type ReferralRow = Selectable<Tables["referrals"]>
export type Outcome = NonNullable<ReferralRow["outcome"]>

export function findCode(db: Db, accountId: string) {
  return db.selectFrom("referralCodes").select("code").where("accountId", "=", accountId).executeTakeFirst()
}

/** Keeps a new code, unless the person has one or somebody else has the same. */
export async function insertCode(db: Db, accountId: string, code: string): Promise<void> {
  await db
    .insertInto("referralCodes")
    .values({ accountId, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whose code this is; nobody's when the account is blocked. */
export function findInviter(db: Db, code: string) {
  return db
    .selectFrom("referralCodes")
    .innerJoin("accounts", "accounts.id", "referralCodes.accountId")
    .select("accounts.id")
    .where("referralCodes.code", "=", code)
    .where("accounts.isBlocked", "=", false)
    .executeTakeFirst()
}

export async function insertReferral(
  db: Db,
  row: { id: string; inviterId: string; invitedId: string; networkHash: Buffer },
): Promise<boolean> {
  const inserted = await db
    .insertInto("referrals")
    .values({ ...row, outcome: null, endedAt: null })
    .onConflict((conflict) => conflict.column("invitedId").doNothing())
    .returning("id")
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether the account is younger than this and nothing was ordered with it that money came in for. */
export async function isNewcomer(db: Db, accountId: string, hours: number): Promise<boolean> {
  const found = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("createdAt", ">", sql<Date>`now() - make_interval(hours => ${sql.lit(hours)})`)
    .where(({ not, exists }) => not(exists(paidOrders(db).where("paymentOrders.accountId", "=", accountId))))
    .executeTakeFirst()
  return found !== undefined
}

/** Orders that stand and that money came in for; those a promotion brought to nothing are none. */
function paidOrders(db: Db) {
  return db
    .selectFrom("paymentOrders")
    .select(sql`1`.as("one"))
    .where("status", "in", ["paid", "over"])
    .where("amountMinor", ">", "0")
}

/** Open invitations whose person confirmed their address and paid for something. */
export function listDue(db: Db, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom("referrals")
    .innerJoin("accounts", "accounts.id", "referrals.invitedId")
    .select("referrals.id")
    .where("referrals.outcome", "is", null)
    .where("accounts.isEmailVerified", "=", true)
    .where("accounts.isBlocked", "=", false)
    .where(({ exists, ref }) => exists(paidOrders(db).where("paymentOrders.accountId", "=", ref("accounts.id"))))
    .orderBy("referrals.createdAt")
    .limit(limit)
    .execute()
}

export function findReferral(db: Db, id: string): Promise<ReferralRow | undefined> {
  return db.selectFrom("referrals").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Keeps both accounts from going until the transaction ends, in the order of their ids. */
export function holdAccounts(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom("accounts")
    .select(["id", "email", "isEmailVerified", "isBlocked", "createdAt"])
    .where("id", "in", ids)
    .orderBy("id")
    .forKeyShare()
    .execute()
}

/** Invitations of one person end one after the other, so that two at once cannot pass a limit together. */
export async function lockInviter(tx: Tx, inviterId: string): Promise<void> {
  await tx
    .selectFrom("referralCodes")
    .select("accountId")
    .where("accountId", "=", inviterId)
    .forUpdate()
    .executeTakeFirst()
}

/** An invitation that is still open, held until the transaction ends. */
export function lockOpen(tx: Tx, id: string): Promise<ReferralRow | undefined> {
  return tx
    .selectFrom("referrals")
    .selectAll()
    .where("id", "=", id)
    .where("outcome", "is", null)
    .forUpdate()
    .executeTakeFirst()
}

export async function hasPaid(db: Db, accountId: string): Promise<boolean> {
  const found = await paidOrders(db).where("paymentOrders.accountId", "=", accountId).limit(1).executeTakeFirst()
  return found !== undefined
}

/** Whether another invitation of the same person brought credits for somebody of this network in the last days. */
export async function isNetworkUsed(db: Db, row: ReferralRow, days: number): Promise<boolean> {
  if (row.networkHash === null) return false
  const found = await db
    .selectFrom("referrals")
    .select("id")
    .where("inviterId", "=", row.inviterId)
    .where("networkHash", "=", row.networkHash)
    .where("outcome", "in", ["both", "invited"])
    .where("endedAt", ">", sql<Date>`now() - make_interval(days => ${sql.lit(days)})`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How many invitations brought the person credits in the last days. */
export async function countRewarded(db: Db, inviterId: string, days: number): Promise<number> {
  const { count } = await db
    .selectFrom("referrals")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("inviterId", "=", inviterId)
    .where("outcome", "=", "both")
    .where("endedAt", ">", sql<Date>`now() - make_interval(days => ${sql.lit(days)})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function endReferral(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  await tx.updateTable("referrals").set({ outcome, endedAt: sql<Date>`now()` }).where("id", "=", id).execute()
}

/** How many joined by the person's invitation, and for how many of them credits came. */
export async function countJoined(db: Db, inviterId: string): Promise<{ joined: number; rewarded: number }> {
  const { rows } = await sql<{ joined: number; rewarded: number }>`
    select count(*)::int as joined, (count(*) filter (where outcome = 'both'))::int as rewarded
    from referrals where inviter_id = ${inviterId}`.execute(db)
  return rows[0] ?? { joined: 0, rewarded: 0 }
}

/** When people joined by the person's invitation, and when the person joined by one; not who the other was. */
export function listForCopy(db: Db, accountId: string) {
  return db
    .selectFrom("referrals")
    .select(["createdAt", "outcome", "endedAt", sql<boolean>`inviter_id = ${accountId}`.as("isOwnInvitation")])
    .where((row) => row.or([row("inviterId", "=", accountId), row("invitedId", "=", accountId)]))
    .orderBy("createdAt")
    .execute()
}

/** Ends invitations whose person bought nothing in time, and forgets networks that no limit asks for any more. */
export async function closeOld(db: Db, days: number, networkDays: number): Promise<void> {
  await db
    .updateTable("referrals")
    .set({ outcome: "expired", endedAt: sql<Date>`now()` })
    .where("outcome", "is", null)
    .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${sql.lit(days)})`)
    .execute()
  await db
    .updateTable("referrals")
    .set({ networkHash: null })
    .where("networkHash", "is not", null)
    .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${sql.lit(networkDays)})`)
    .execute()
}
