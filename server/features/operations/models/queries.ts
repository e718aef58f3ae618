import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

const nameOf = (id: string): string => `model:${id}`

/** What is remembered of the adding of a model; nothing when there is nothing to tell. */
export async function readAdding(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("installation").select("value").where("name", "=", nameOf(id)).executeTakeFirst()
  return row?.value || null
}

/** The same, kept from others until the transaction ends, also where there was nothing. */
export async function holdAdding(tx: Tx, id: string): Promise<string | null> {
  await sql`insert into installation (name, value) values (${nameOf(id)}, '') on conflict do nothing`.execute(tx)
  const row = await tx
    .selectFrom("installation")
    .select("value")
    .where("name", "=", nameOf(id))
    .forUpdate()
    .executeTakeFirst()
  return row?.value || null
}

/** @param value "" for nothing to tell */
export async function writeAdding(db: Db, id: string, value: string): Promise<void> {
  await db
    .insertInto("installation")
    .values({ name: nameOf(id), value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute()
}

/** Whether the operators' log has that somebody agreed to this model. */
export async function wasAgreed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("operatorLog")
    .select("id")
    .where("action", "=", "models.add")
    .where(sql<string>`detail ->> 'model'`, "=", id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
