import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Marks a paid order's reference as used. @returns its row, undefined when it is not the person's or no longer good */
export function takeReference(tx: Db, accountId: string, code: string): Promise<{ id: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ usedBy: accountId, usedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .where("code", "=", code)
    .where("kind", "=", "payment_reference")
    .where("accountId", "=", accountId)
    .where("usedAt", "is", null)
    .where((row) => row.or([row("expiresAt", "is", null), row("expiresAt", ">", sql<Date>`now()`)]))
    .returning("id")
    .executeTakeFirst()
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
