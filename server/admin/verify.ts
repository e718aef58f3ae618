import { sideKey } from "#server/media/kept-picture.ts"
import { previewSides } from "#server/media/previews.ts"
import type { AdminCommand, AdminContext } from "./command.ts"
import { countForgottenHolds, listKeyColumns, listKeys, listWrongBalances } from "./queries.ts"

/** Keys that are known of, at a time. */
const pageSize = 1_000

/** Names shown of each kind of trouble. */
const shownAtMost = 20

/** Compares balances with the ledger, and rows with bytes. @returns whether all is well */
export async function verifyAll({ s, say }: AdminContext): Promise<boolean> {
  const wrong = await listWrongBalances(s.db)
  for (const { accountId, says, adds } of wrong.slice(0, shownAtMost))
    say(`balance of ${accountId} is ${says}, but ${adds}`)
  const holds = await countForgottenHolds(s.db)
  const known = new Set<string>()
  let missing = 0
  let checked = 0
  for (const column of await listKeyColumns(s.db)) {
    for (let after = ""; ; ) {
      const rows = await listKeys(s.db, column, after, pageSize)
      for (const { key, size } of rows) {
        known.add(key)
        for (const side of previewSides) known.add(sideKey(key, side))
        if (column.table === "media_orphans") continue
        checked++
        const stored = await s.storage.size(key)
        if (stored === null || (size !== null && stored !== Number(size))) {
          missing++
          if (missing <= shownAtMost)
            say(`${column.table}: ${key} has ${stored ?? "no"} bytes in storage, ${size ?? "some"} by its row`)
        }
      }
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.key
    }
  }
  let orphans = 0
  for await (const { key } of s.storage.list()) {
    if (known.has(key)) continue
    orphans++
    if (orphans <= shownAtMost) say(`${key} is in storage, and no row names it`)
  }
  say(`ledger    ${wrong.length === 0 ? "adds up" : `${wrong.length} balances are wrong`}`)
  say(`holds     ${holds === 0 ? "none forgotten" : `${holds} forgotten`}`)
  say(`files     ${checked} checked, ${missing} missing or of another size`)
  say(`orphans   ${orphans}${orphans > 0 ? " (they cost room and nothing else)" : ""}`)
  return wrong.length === 0 && holds === 0 && missing === 0
}

export const verifyCommand: AdminCommand = {
  usage: "verify",
  what: "Compares balances with the ledger, and rows with files",
  run: (context) => verifyAll(context),
}
