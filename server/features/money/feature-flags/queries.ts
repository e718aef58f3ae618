import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { FeatureFlagName } from "#server/db/tables/admin.ts"

export async function readFlag(db: Db, name: FeatureFlagName): Promise<boolean | null> {
  const row = await db.selectFrom("switches").select("isOn").where("name", "=", name).executeTakeFirst()
  return row?.isOn ?? null
}

export async function writeFlag(tx: Db, name: FeatureFlagName, isOn: boolean): Promise<void> {
  await tx
    .insertInto("switches")
    .values({ name, isOn })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ isOn, updatedAt: sql<Date>`now()` }))
    .execute()
}

/** Nobody else switches anything until the transaction ends. */
export async function lockFlags(tx: Db): Promise<void> {
  await sql`lock table switches in exclusive mode`.execute(tx)
}
