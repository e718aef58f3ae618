import { type Insertable, type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type UndeliveredMail = Selectable<Tables["undeliveredMails"]>

/** Keeps a mail that did not arrive. Kept once, however often the same attempt ends. */
export async function keepUndelivered(db: Db, row: Insertable<Tables["undeliveredMails"]>): Promise<void> {
  await db
    .insertInto("undeliveredMails")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}

/** Newest first, those that were sent again at the end. */
export async function listUndelivered(db: Db, limit: number): Promise<UndeliveredMail[]> {
  return db
    .selectFrom("undeliveredMails")
    .selectAll()
    .orderBy(sql`resent_at is not null`)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

/** Marks mails as sent again. @param ids all that were not yet sent again when null */
export async function markResent(tx: Tx, ids: readonly string[] | null): Promise<UndeliveredMail[]> {
  return tx
    .updateTable("undeliveredMails")
    .set({ resentAt: sql<Date>`now()` })
    .where("resentAt", "is", null)
    .$if(ids !== null, (query) => query.where("id", "in", ids ?? []))
    .returningAll()
    .execute()
}

/** Whether the account is still there, to keep something of it. */
export async function isAccount(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
}
