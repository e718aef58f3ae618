import { vi } from "vitest"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** An answer of the database on its way to whoever asked. */
export interface HeldAnswer {
  /** Resolves once the database has answered. */
  answered: Promise<void>
  release(): void
}

/**
 * Holds back the answer to the next query outside of a transaction that selects from this table; all others go on. What is
 * done until the release comes between reading and using what was read.
 */
export function holdNextAnswer(db: Db, table: keyof Tables): HeldAnswer {
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered.resolve()
      await released.promise
      return result
    },
  })
  const selectFrom = db.selectFrom.bind(db)
  const spy = vi.spyOn(db, "selectFrom").mockImplementation(((from: keyof Tables) => {
    if (from !== table) return selectFrom(from)
    spy.mockRestore()
    return holding.selectFrom(from)
  }) as Db["selectFrom"])
  return { answered: answered.promise, release: released.resolve }
}
