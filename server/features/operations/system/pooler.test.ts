import { sql } from "kysely"
import { expect, test } from "vitest"
import { type Db, openPostgres } from "#server/db/open.ts"
import { throughPort } from "#server/testing/databases/postgres-cluster.ts"
import { startStrictPooler } from "#server/testing/databases/strict-pooler.ts"
import { createEmptyPostgres, isPostgres } from "#server/testing/databases/test-database.ts"
import { openTestApp } from "#server/testing/test-app.ts"

test.runIf(isPostgres())(
  "the product runs over a pooler that refuses what it does not know, within its limits of time",
  async () => {
    const address = await createEmptyPostgres()
    const pooler = await startStrictPooler(Number(new URL(address).port || 5432))
    const url = throughPort(address, pooler.port)
    // Brings the tables up to date, listens and works, all of it over the pooler.
    const t = await openTestApp({ replace: { database: openPostgres(url) } })
    const person = await t.signUp({ credits: 5 })
    const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
    const drawn = await t.request("POST", "/image-gen-with-flux-1.1", { person, body })
    expect(drawn.statusCode, drawn.body).toBe(200)
    const limitsOf = async (db: Db): Promise<string[]> => {
      const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
        db,
      )
      return rows.map(({ setting }) => setting)
    }
    expect(await limitsOf(t.s.db)).toEqual(["15000", "10000", "15000"])
    expect(await limitsOf(t.s.lists)).toEqual(["15000", "10000", "2000"])
    await t.close()
    await pooler.close()
  },
)
