import { existsSync, readFileSync, rmSync } from "node:fs"
import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import pg from "pg"
import { EmbeddedDatabase } from "#server/db/embedded-database.ts"

/**
 * The product, ended as by a power cut right after one of its steps: the commit of a transaction, a single statement that
 * writes, or a file that gets its name. Steps are counted from the moment the file `KILL_FILE` appears, which begins with
 * the number of the last one; what else it holds tells it from the one before.
 */
const orders = process.env.KILL_FILE ?? ""
if (process.env.NODE_ENV !== "test" || orders === "") throw new Error("This is for tests: set NODE_ENV and KILL_FILE.")

let counted = ""
let left = 0

function noteStep(): void {
  if (!existsSync(orders)) return
  const order = readFileSync(orders, "utf8")
  if (order !== counted) left = Number.parseInt(order, 10)
  counted = order
  left--
  if (left > 0) return
  rmSync(orders)
  process.kill(process.pid, "SIGKILL")
}

/** The job library's own statements are left out: it looks for work all the time. */
function isWrite(text: string): boolean {
  return /^\s*(insert|update|delete|with)\b/i.test(text) && !/\bjobs\./.test(text)
}

const rename = files.rename
files.rename = async (from, to) => {
  await rename(from, to)
  noteStep()
}
syncBuiltinESMExports()

const { transaction, query } = EmbeddedDatabase.prototype
EmbeddedDatabase.prototype.transaction = async function (work) {
  const made = await transaction.call(this, work)
  noteStep()
  return made as Awaited<ReturnType<typeof work>>
}
EmbeddedDatabase.prototype.query = async function <T>(...given: Parameters<typeof query>) {
  const result = await query.apply<EmbeddedDatabase, typeof given, ReturnType<typeof query<T>>>(this, given)
  if (isWrite(given[0])) noteStep()
  return result
}

/** Connections in a transaction. */
const inside = new WeakSet<pg.Client>()
const ask: (...given: unknown[]) => unknown = pg.Client.prototype.query
Object.defineProperty(pg.Client.prototype, "query", {
  value(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given
    const text = typeof first === "string" ? first : String((first as { text?: string } | undefined)?.text ?? "")
    const word = text.trim().toLowerCase()
    const isStep = word === "commit" || (isWrite(text) && !inside.has(this))
    if (word.startsWith("begin") || word.startsWith("start transaction")) inside.add(this)
    if (word === "commit" || word === "rollback") inside.delete(this)
    const result = ask.apply(this, given)
    if (!isStep || !(result instanceof Promise)) return result
    return result.then((rows) => {
      noteStep()
      return rows
    })
  },
})

await import("#server/main.ts")
