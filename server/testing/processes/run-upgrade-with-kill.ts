import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { basename, dirname } from "node:path"
import { EmbeddedDatabase } from "#server/db/embedded-database.ts"

/**
 * Loaded before a program (`node --import`), ends it as by a power cut at the step of an upgrade that KILL_AT names:
 *   copying FOLDER   when some of the files are there
 *   said WORD        when it printed a line that begins so
 *   renamed FOLDER   when a folder got that name
 *   migrating        in the middle of the real database's migrations
 */
const step = process.env.KILL_AT ?? ""
if (process.env.NODE_ENV !== "test" || step === "") throw new Error("This is for tests: set NODE_ENV and KILL_AT.")

function reach(reached: string): void {
  if (reached === step) process.kill(process.pid, "SIGKILL")
}

/** Of the thousand of a database. */
const filesBefore = 200

const { cp, rename } = files
files.cp = async (from, to, options) => {
  const folder = basename(String(to)) === "database" ? dirname(String(to)) : String(to)
  let copied = 0
  await cp(from, to, {
    ...options,
    filter() {
      if (++copied > filesBefore) reach(`copying ${basename(folder)}`)
      return true
    },
  })
}
files.rename = async (from, to) => {
  await rename(from, to)
  reach(`renamed ${basename(String(to))}`)
}
syncBuiltinESMExports()

let isKept = false
const write = process.stdout.write.bind(process.stdout) as (text: string) => boolean
process.stdout.write = (text: string | Uint8Array): boolean => {
  const isWritten = write(String(text))
  const [word] = String(text).split(" ")
  if (word === "kept") isKept = true
  reach(`said ${word}`)
  return isWritten
}

const { transaction } = EmbeddedDatabase.prototype
EmbeddedDatabase.prototype.transaction = function (work) {
  return transaction.call(this, (tx) =>
    work({
      ...tx,
      async query(...given) {
        const result = await tx.query(...given)
        // Those before belong to the rehearsal.
        if (isKept && given[0].startsWith("create table")) reach("migrating")
        return result as never
      },
    }),
  ) as never
}
