import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

const part = "payments"

export async function countProviderTimeout(db: Db): Promise<void> {
  await db
    .insertInto("silentProviders")
    .values({ part, failures: 1, failedAt: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column("part")
        .doUpdateSet({ failures: sql<number>`silent_providers.failures + 1`, failedAt: sql<Date>`now()` }),
    )
    .execute()
}

export async function endProviderTimeouts(db: Db): Promise<void> {
  await db.deleteFrom("silentProviders").where("part", "=", part).execute()
}
