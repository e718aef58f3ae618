import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { SwitchName } from "#server/db/tables/office.ts"

export async function readSwitch(db: Db, name: SwitchName): Promise<boolean | null> {
  const row = await db.selectFrom("switches").select("isOn").where("name", "=", name).executeTakeFirst()
  return row?.isOn ?? null
}

export async function writeSwitch(tx: Db, name: SwitchName, isOn: boolean): Promise<void> {
  await tx
    .insertInto("switches")
    .values({ name, isOn })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ isOn, updatedAt: sql<Date>`now()` }))
    .execute()
}

/** Nobody else switches anything until the transaction ends. */
export async function lockSwitches(tx: Db): Promise<void> {
  await sql`lock table switches in exclusive mode`.execute(tx)
}
