import type { Services } from "#server/declarations/services.ts"
import type { AdminCommand, AdminContext } from "./command/command.ts"
import { eachNamed, isStillNamed, keysAtOnce, namedOf, rememberKey } from "./named-keys.ts"
import { countForgottenHolds, type KeyColumn, type KeyRow, listKeyColumns, listWrongBalances } from "./queries.ts"

/** Names shown of each kind of trouble. */
const shownAtMost = 20

/**
 * Compares balances with the ledger, and rows with bytes. The product may write beside it: whatever looks wrong is looked at
 * once more before it counts.
 * @returns whether all is well
 */
export async function verifyAll({ s, say }: AdminContext): Promise<boolean> {
  const wrong = await listWrongBalances(s.db)
  for (const { accountId, says, adds } of wrong.slice(0, shownAtMost))
    say(`balance of ${accountId} is ${says}, but ${adds}`)
  const holds = await countForgottenHolds(s.db)
  const known = new Set<string>()
  let missing = 0
  let checked = 0
  const columns = await listKeyColumns(s.db)
  for (const column of columns) {
    for await (const row of eachNamed(s.db, column)) {
      rememberKey(known, row.key)
      if (column.table === "media_orphans") continue
      checked++
      const stored = await s.storage.size(row.key)
      if (isAsItsRowSays(row, stored) || !(await isStillNamed(s.db, column, row.key))) continue
      missing++
      if (missing <= shownAtMost)
        say(`${column.table}: ${row.key} has ${stored ?? "no"} bytes in storage, ${row.size ?? "some"} by its row`)
    }
  }
  let orphans = 0
  for await (const key of listOrphans(s, columns, known)) {
    orphans++
    if (orphans <= shownAtMost) say(`${key} is in storage, and no row names it`)
  }
  say(`ledger    ${wrong.length === 0 ? "adds up" : `${wrong.length} balances are wrong`}`)
  say(`holds     ${holds === 0 ? "none forgotten" : `${holds} forgotten`}`)
  say(`files     ${checked} checked, ${missing} missing or of another size`)
  say(`orphans   ${orphans}${orphans > 0 ? " (they cost room and nothing else)" : ""}`)
  return wrong.length === 0 && holds === 0 && missing === 0
}

/** How many balances do not add up. */
export async function countWrongBalances(db: Services["db"]): Promise<number> {
  return (await listWrongBalances(db)).length
}

function isAsItsRowSays({ size }: KeyRow, stored: number | null): boolean {
  return stored !== null && (size === null || stored === Number(size))
}

/** Objects that no row names, neither before the list was made nor after, and that are still there. */
async function* listOrphans(
  s: Pick<Services, "db" | "storage">,
  columns: readonly KeyColumn[],
  known: ReadonlySet<string>,
): AsyncGenerator<string> {
  async function* sure(unknown: readonly string[]): AsyncGenerator<string> {
    const named = await namedOf(s.db, columns, unknown)
    for (const key of unknown) if (!named.has(key) && (await s.storage.size(key)) !== null) yield key
  }
  let unknown: string[] = []
  for await (const { key } of s.storage.list()) {
    if (!known.has(key)) unknown.push(key)
    if (unknown.length < keysAtOnce) continue
    yield* sure(unknown)
    unknown = []
  }
  if (unknown.length > 0) yield* sure(unknown)
}

export const verifyCommand: AdminCommand = {
  usage: "verify",
  what: "Compares balances with the ledger, and rows with files",
  acts: { "": { logs: null, run: (context) => verifyAll(context) } },
}
