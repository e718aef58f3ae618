import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline as passOn, Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { sql } from "kysely"
import { type Db, transact } from "#server/db/open.ts"
import { AdminError } from "./command/command.ts"
import { listMigrations, listTables, readSequences, readTable, type SequenceState } from "./tables.ts"

/** Work in line, which is part of a backup. */
export const jobsTable = "jobs.job"

/** Tables that lie in a folder as compressed JSON lines, and what makes them whole again. */
export interface CopiedTables {
  migrations: string[]
  sequences: SequenceState[]
  tables: { name: string; rows: number; sha256: string }[]
}

/**
 * Writes the rows of every table, as they are at one moment, into a folder that is made anew.
 * @param others tables beside the product's own
 */
export async function writeTables(db: Db, folder: string, others: readonly string[] = []): Promise<CopiedTables> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return transact(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    const tables: CopiedTables["tables"] = []
    for (const name of [...(await listTables(tx)), ...others]) {
      tables.push({ name, ...(await writeTable(join(folder, `${name}.jsonl.gz`), readTable(tx, name))) })
    }
    return { migrations: await listMigrations(tx), sequences: await readSequences(tx), tables }
  })
}

async function writeTable(path: string, pages: AsyncIterable<string[]>): Promise<{ rows: number; sha256: string }> {
  let rows = 0
  const hash = createHash("sha256")
  async function* lines(): AsyncGenerator<string> {
    for await (const page of pages) {
      rows += page.length
      const text = `${page.join("\n")}\n`
      hash.update(text)
      yield text
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }))
  return { rows, sha256: hash.digest("hex") }
}

/** Rows of a table of such a folder, in pages. @throws AdminError when they are not those that were written */
export async function* readCopiedTable(folder: string, copied: CopiedTables, name: string): AsyncGenerator<string[]> {
  const table = copied.tables.find((one) => one.name === name)
  if (!table) return
  const hash = createHash("sha256")
  let page: string[] = []
  let rows = 0
  try {
    for await (const line of readLines(join(folder, `${name}.jsonl.gz`))) {
      hash.update(`${line}\n`)
      rows++
      page.push(line)
      if (page.length === 500) {
        yield page
        page = []
      }
    }
  } catch (error) {
    throw damaged(name, error)
  }
  if (page.length > 0) yield page
  if (rows !== table.rows || (rows > 0 && hash.digest("hex") !== table.sha256)) {
    throw damaged(name)
  }
}

function damaged(table: string, cause?: unknown): AdminError {
  const why = cause instanceof Error ? ` ${cause.message}` : ""
  return new AdminError(`The table ${table} of the backup is damaged.${why}`, { cause })
}

/** Lines as they were written: `node:readline` ends them at separators too that people paste into their texts. */
async function* readLines(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding("utf8")
  // What goes wrong on the way is thrown where the text is read.
  passOn(createReadStream(path), unpacked, () => {})
  let rest = ""
  for await (const piece of unpacked) {
    const lines = `${rest}${piece}`.split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
}
