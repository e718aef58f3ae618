import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/**
 * Marks a paid order's reference as used. It is held against the present time, not the transaction's: a refund may have
 * ended it since the transaction began.
 * @returns its row, undefined when it is not the person's or no longer good
 */
export function takeReference(tx: Db, accountId: string, code: string): Promise<{ id: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ usedBy: accountId, usedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where("code", "=", code)
    .where("kind", "=", "payment_reference")
    .where("accountId", "=", accountId)
    .where("usedAt", "is", null)
    .where((row) => row.or([row("expiresAt", "is", null), row("expiresAt", ">", sql<Date>`clock_timestamp()`)]))
    .returning("id")
    .executeTakeFirst()
}

/** Makes a reference that came to nothing good again. Whoever holds it just now is ending it for good. */
export function untakeReference(tx: Db, accountId: string, code: string): Promise<{ id: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ usedBy: null, usedAt: null, updatedAt: sql<Date>`now()` })
    .where("id", "in", (query) =>
      query
        .selectFrom("codes")
        .select("id")
        .where("code", "=", code)
        .where("kind", "=", "payment_reference")
        .where("accountId", "=", accountId)
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .executeTakeFirst()
}

/** Ends a reference for good, used or not. @returns undefined when there is none */
export function endReference(tx: Db, code: string): Promise<{ id: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ expiresAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where("code", "=", code)
    .where("kind", "=", "payment_reference")
    .returning("id")
    .executeTakeFirst()
}

/** A person's references that can still be redeemed, the oldest first, with when they were made. */
export function listGoodReferences(db: Db, accountId: string) {
  return db
    .selectFrom("codes")
    .select(["code", "createdAt"])
    .where("kind", "=", "payment_reference")
    .where("accountId", "=", accountId)
    .where("usedAt", "is", null)
    .where((row) => row.or([row("expiresAt", "is", null), row("expiresAt", ">", sql<Date>`clock_timestamp()`)]))
    .orderBy("createdAt")
    .orderBy("code")
    .execute()
}

export async function isReferenceEnded(tx: Db, code: string): Promise<boolean> {
  const ended = await tx
    .selectFrom("codes")
    .select("id")
    .where("code", "=", code)
    .where("kind", "=", "payment_reference")
    .where("expiresAt", "<=", sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return ended !== undefined
}

/** Writes the reference of a paid order down as something to be redeemed. @returns its row, undefined when it was there */
export function insertReference(
  tx: Db,
  id: string,
  accountId: string,
  code: string,
): Promise<{ id: string } | undefined> {
  return tx
    .insertInto("codes")
    .values({
      id,
      code,
      kind: "payment_reference",
      accountId,
      credits: null,
      percent: null,
      usedBy: null,
      usedAt: null,
      expiresAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
}

/** A voucher or promotion that is good now; nobody else uses it until the transaction ends. */
export function lockCode(tx: Db, code: string) {
  return tx
    .selectFrom("codes")
    .select(["id", "kind", "credits", "percent", "amountMinor", "currency", "maxUses", "accountId"])
    .where("code", "=", code)
    .where("kind", "in", ["voucher", "promotion"])
    .where("isStopped", "=", false)
    .where("usedAt", "is", null)
    .where((row) => row.or([row("startsAt", "is", null), row("startsAt", "<=", sql<Date>`now()`)]))
    .where((row) => row.or([row("expiresAt", "is", null), row("expiresAt", ">", sql<Date>`now()`)]))
    .forUpdate()
    .executeTakeFirst()
}

/** Orders that keep their code: they can be paid, or money is on its way. */
const isOpen = sql<boolean>`(payment_orders.status in ('pending', 'short')
  or (payment_orders.status in ('created', 'failed', 'abandoned') and payment_orders.expires_at > now()))`

/** How many other people have used a code, or have an order open that it made cheaper. */
export async function countUses(tx: Db, codeId: string, accountId: string): Promise<number> {
  const { uses } = await tx
    .selectFrom("codeUses")
    .leftJoin("paymentOrders", "paymentOrders.txRef", "codeUses.txRef")
    .select(sql<number>`count(*)::int`.as("uses"))
    .where("codeUses.codeId", "=", codeId)
    .where((row) => row.or([row("codeUses.accountId", "is", null), row("codeUses.accountId", "!=", accountId)]))
    .where((row) => row.or([row("codeUses.usedAt", "is not", null), isOpen]))
    .executeTakeFirstOrThrow()
  return uses
}

export async function hasUsed(tx: Db, codeId: string, accountId: string): Promise<boolean> {
  const used = await tx
    .selectFrom("codeUses")
    .select("id")
    .where("codeId", "=", codeId)
    .where("accountId", "=", accountId)
    .where("usedAt", "is not", null)
    .executeTakeFirst()
  return used !== undefined
}

/** The same of a person who has an order with the code; nobody else uses it for them until the transaction ends. */
export async function lockUse(tx: Db, codeId: string, accountId: string): Promise<{ usedAt: Date | null } | undefined> {
  return tx
    .selectFrom("codeUses")
    .select("usedAt")
    .where("codeId", "=", codeId)
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes down for which order the person's use of the code is, in the place of an order that was not paid. @returns false when it was used */
export async function keepUse(
  tx: Db,
  use: { codeId: string; accountId: string; txRef: string | null; usedAt: Date | null },
): Promise<boolean> {
  const { txRef, usedAt } = use
  const kept = await tx
    .insertInto("codeUses")
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(["codeId", "accountId"]).doUpdateSet({ txRef, usedAt }).where("codeUses.usedAt", "is", null),
    )
    .returning("id")
    .executeTakeFirst()
  return kept !== undefined
}

/** Marks a voucher as used up. @returns its row */
export function spendVoucher(tx: Db, id: string, accountId: string): Promise<{ id: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ usedBy: accountId, usedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("usedAt", "is", null)
    .returning("id")
    .executeTakeFirst()
}

/** @returns the row of the bonus, which operators see beside the voucher */
export async function insertBonus(
  tx: Db,
  bonus: { id: string; accountId: string; credits: number; reason: string; codeId: string | null },
): Promise<{ id: string }> {
  return tx
    .insertInto("bonuses")
    .values({ ...bonus, grantedBy: null })
    .returning("id")
    .executeTakeFirstOrThrow()
}
