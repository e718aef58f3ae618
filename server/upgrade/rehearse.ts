import type { Logger } from "pino"
import { countRows, listTables, listViews } from "#server/admin/tables.ts"
import { countWrongBalances, verifyAll } from "#server/admin/verify.ts"
import { compose } from "#server/composition/compose.ts"
import { migrate } from "#server/db/migrate.ts"
import type { Db, OpenDatabase } from "#server/db/open.ts"
import type { Config } from "#server/settings/config.ts"
import { askEveryList } from "./ask-every-list.ts"

/** Tables shown whose number of rows is another one. */
const shownAtMost = 20

/**
 * Brings a copy of the database up to date and looks whether this version works on it. Nothing leaves the machine: no job runs.
 * @returns whether the real one may follow
 */
export async function rehearse(
  copy: OpenDatabase,
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<boolean> {
  const [rowsBefore, wrongBefore] = [await countAll(copy.db), await countWrongBalances(copy.db)]
  const begun = performance.now()
  try {
    await migrate(copy)
  } catch (error) {
    say(`tables    they cannot be brought up to date: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
  say(`tables    up to date in ${secondsSince(begun)} s`)
  tellRows(rowsBefore, await countAll(copy.db, rowsBefore), say)
  // What a person or a program asks meanwhile is asked of the real one.
  const aside = { ...config, rateLimitFactor: 1_000_000, tracing: null }
  const { services, close } = await compose(aside, log, { database: { ...copy, close: async () => {} } })
  try {
    // Files that lack were lacking before: an upgrade moves none. What it could break are balances.
    await verifyAll({ s: services, say })
    const wrong = (await countWrongBalances(copy.db)) - wrongBefore
    if (wrong > 0) say(`ledger    ${wrong} balances that added up do not any more`)
    const { asked, failed } = await askEveryList(services)
    say(`lists     ${asked - failed.length} of ${asked} answer`)
    for (const line of failed) say(line)
    return wrong <= 0 && failed.length === 0
  } finally {
    await close()
  }
}

export function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(1)
}

/** @param before what counts although it is a view by now: its rows lie elsewhere, and are not gone */
async function countAll(db: Db, before: ReadonlyMap<string, number> = new Map()): Promise<Map<string, number>> {
  const views = (await listViews(db)).filter((name) => before.has(name))
  const counts = new Map<string, number>()
  for (const table of [...(await listTables(db)), ...views]) counts.set(table, await countRows(db, table))
  return counts
}

function tellRows(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  say: (line: string) => void,
) {
  const all = [...before.values()].reduce((sum, count) => sum + count, 0)
  const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [was, is] = [before.get(table), after.get(table)]
    if (was === is) return []
    return [`${table}: ${was === undefined ? "new" : was}, then ${is === undefined ? "gone" : is}`]
  })
  say(
    `rows      ${all} of ${before.size} tables; ${changed.length === 0 ? "as many in each afterwards" : "other than before:"}`,
  )
  for (const line of changed.slice(0, shownAtMost)) say(`          ${line}`)
  if (changed.length > shownAtMost) say(`          and ${changed.length - shownAtMost} more`)
}
