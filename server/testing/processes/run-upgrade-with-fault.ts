import { closeSync, openSync, writeSync } from "node:fs"
import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { basename, dirname, join } from "node:path"
import pg from "pg"
import { EmbeddedDatabase } from "#server/db/embedded-database.ts"

/**
 * Loaded before a program (`node --import`), ends it as by a power cut at the step of an upgrade that KILL_AT names, or fills
 * the disk of DATA_DIR at the one that FILL_AT names:
 *   copying FOLDER   when some of the files are there
 *   made copy        when PostgreSQL made a second database
 *   filling copy     when the first rows are in that one
 *   said WORD        when it printed a line that begins so
 *   renamed FOLDER   when a folder got that name
 *   migrating        in the middle of the real database's migrations
 */
const { KILL_AT: killAt = "", FILL_AT: fillAt = "", DATA_DIR: dataDir = "" } = process.env
if (process.env.NODE_ENV !== "test" || killAt + fillAt === "") {
  throw new Error("This is for tests: set NODE_ENV and KILL_AT or FILL_AT.")
}

let isFull = false

function reach(reached: string): void {
  if (reached === killAt) process.kill(process.pid, "SIGKILL")
  if (reached !== fillAt || isFull) return
  isFull = true
  const filler = openSync(join(dataDir, "filler"), "w")
  try {
    for (const block of [1_048_576, 4_096]) fillWith(filler, Buffer.alloc(block))
  } finally {
    closeSync(filler)
  }
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
  }
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

/** What was migrated before belonged to the rehearsal. */
let isRehearsed = false
const write = process.stdout.write.bind(process.stdout) as (text: string) => boolean
process.stdout.write = (text: string | Uint8Array): boolean => {
  const isWritten = write(String(text))
  const [word] = String(text).split(" ")
  if (word === "lists") isRehearsed = true
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
        if (isRehearsed && given[0].startsWith("create table")) reach("migrating")
        return result as never
      },
    }),
  ) as never
}

const ask: (...given: unknown[]) => unknown = pg.Client.prototype.query
Object.defineProperty(pg.Client.prototype, "query", {
  value(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given
    const text = typeof first === "string" ? first : String((first as { text?: string } | undefined)?.text ?? "")
    const result = ask.apply(this, given)
    if (!(result instanceof Promise)) return result
    return result.then((rows) => {
      if (text.startsWith("create database")) reach("made copy")
      if (text.trimStart().startsWith("insert") && this.database?.endsWith("_rehearsal")) reach("filling copy")
      if (text.startsWith("create table") && isRehearsed) reach("migrating")
      return rows
    })
  },
})
