import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pipeline as passOn, Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { sql } from "kysely"
import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { tryLock } from "#server/db/process-lock.ts"
import { copyFiles, listLacking } from "./backup-files.ts"
import { type AdminCommand, type AdminContext, AdminError, need } from "./command.ts"
import { listMigrations, listTables, readSequences, readTable } from "./tables.ts"

/** What a backup says of itself. */
const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
})
export type Manifest = z.infer<typeof Manifest>

/** Work in line is part of a backup, beside the product's tables. */
export const jobsTable = "jobs.job"

const manifestName = "manifest.json"
export const filesFolder = "files"

/** Names shown of files that are lacking. */
const shownAtMost = 20

export const keyFile = join("keys", "token.key")

export const backupCommand: AdminCommand = {
  usage: "backup FOLDER",
  what: "Copies database, files and key into a folder while the product runs; files only once",
  async run(context, args) {
    return makeBackup(context, need(args, 0, "a folder"))
  },
}

/**
 * Rows never refer to bytes that are not stored yet, so the database comes first and the files after it.
 * @returns whether storage had all that rows name
 */
async function makeBackup(context: AdminContext, folder: string): Promise<boolean> {
  await refuseForeignFolder(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = lockBackup(folder)
  try {
    return await fillFolder(context, folder)
  } finally {
    unlock()
  }
}

/**
 * Two at once would leave the rows of one with the manifest of the other.
 * @throws AdminError while another backup is made into this folder
 */
function lockBackup(folder: string): () => void {
  try {
    const lock = tryLock(join(folder, lockName))
    if (lock) return () => lock.close()
  } catch {
    // Some disks have no locks; a backup is worth more than the check.
    return () => {}
  }
  throw new AdminError(`Another backup is being made into ${folder}. Please wait for it to end.`)
}

async function fillFolder({ s, say }: AdminContext, folder: string): Promise<boolean> {
  const start = performance.now()
  const tablesFolder = join(folder, "tables")
  const fresh = `${tablesFolder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const manifest = await transact(s.db, async (tx): Promise<Omit<Manifest, "files">> => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    const tables: Manifest["tables"] = []
    for (const name of [...(await listTables(tx)), jobsTable]) {
      tables.push({ name, ...(await writeTable(join(fresh, `${name}.jsonl.gz`), readTable(tx, name))) })
    }
    const [migrations, sequences] = [await listMigrations(tx), await readSequences(tx)]
    return { format: 1, madeAt: new Date().toISOString(), migrations, sequences, tables }
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  // Until the new manifest is written, last of all, the folder is no backup.
  await rm(join(folder, manifestName), { force: true })
  say(`database  ${rows} rows of ${manifest.tables.length} tables, ${seconds(start)} s`)
  await mkdir(join(folder, "keys"), { recursive: true, mode: 0o700 })
  await copyFile(join(s.config.dataDir, keyFile), join(folder, keyFile))
  const files = await copyFiles(s, join(folder, filesFolder))
  const lacking = await listLacking(s, files.keys)
  say(
    `files     ${files.keys.size} of ${files.bytes} bytes, ${files.copied} of them new, ${files.removed} gone, ${seconds(start)} s`,
  )
  await rm(tablesFolder, { recursive: true, force: true })
  await rename(fresh, tablesFolder)
  const { keys, bytes } = files
  const whole: Manifest = { ...manifest, files: { count: keys.size, bytes } }
  await writeFile(join(folder, manifestName), JSON.stringify(whole, null, 2), { mode: 0o600 })
  for (const key of lacking.slice(0, shownAtMost)) say(`${key} is named by a row, and storage does not have it`)
  say(
    lacking.length === 0
      ? `backup in ${folder} is whole`
      : `backup in ${folder} lacks ${lacking.length} files that rows name; what it had of them before is kept`,
  )
  return lacking.length === 0
}

/** Locked while a backup is made. */
const lockName = "backup.lock"

/** What a backup that was broken off leaves in a folder that has no manifest yet. */
const ownNames: readonly string[] = ["tables.new", "tables", "keys", filesFolder, lockName, `${lockName}-journal`]

/**
 * What a folder holds beside a backup would be removed as if it were an old file of it.
 * @throws AdminError when there is anything else in it
 */
async function refuseForeignFolder(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => [])
  if (names.length === 0 || names.includes(manifestName)) return
  // The lock comes first, then rows. Files and keys alone are what a DATA_DIR holds.
  const isBrokenOff =
    names.every((name) => ownNames.includes(name)) && names.some((name) => /^(?:tables|backup\.lock)/.test(name))
  if (!isBrokenOff)
    throw new AdminError(`${folder} holds other things. Please give an empty folder or that of a backup.`)
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1)
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

/** @throws AdminError when the folder is no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, manifestName), "utf8")))
  } catch (error) {
    throw new AdminError(`${folder} is no whole backup: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Rows of a table of the backup, in pages. @throws AdminError when they are not those that were written */
export async function* readBackupTable(folder: string, manifest: Manifest, name: string): AsyncGenerator<string[]> {
  const table = manifest.tables.find((one) => one.name === name)
  if (!table) return
  const hash = createHash("sha256")
  let page: string[] = []
  let rows = 0
  try {
    for await (const line of readLines(join(folder, "tables", `${name}.jsonl.gz`))) {
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
