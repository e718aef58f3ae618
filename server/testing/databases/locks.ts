import { sql } from "kysely"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { until } from "#server/testing/wait.ts"

/** Does this in a transaction that stays open until the returned function is called, which commits it. */
export async function holdOpen(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [done, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = transact(db, async (tx) => {
    await work(tx)
    done.resolve()
    await held.promise
  })
  await Promise.race([done.promise, holding])
  return () => {
    held.resolve()
    return holding
  }
}

/**
 * Holds an account, begins what needs it, and deletes it once that waits.
 * @returns what was begun
 */
export async function deleteOnceAwaited<T>(db: Db, accountId: string, begin: () => T): Promise<{ begun: T }> {
  const [held, awaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = transact(db, async (tx) => {
    await lockAccount(tx, accountId)
    held.resolve()
    await awaited.promise
    await tx.deleteFrom("accounts").where("id", "=", accountId).execute()
  })
  await held.promise
  const begun = begin()
  await untilWaiting(db, 1)
  awaited.resolve()
  await deletion
  return { begun }
}

/** Waits until so many statements of this PostgreSQL database wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.waiting === count
  })
}
