import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { tryLock } from "#server/db/process-lock.ts"
import { copyFiles, listLacking } from "./backup-files.ts"
import { jobsTable, writeTables } from "./backup-tables.ts"
import { type AdminCommand, type AdminContext, AdminError, need } from "./command/command.ts"

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

const manifestName = "manifest.json"
export const filesFolder = "files"
/** Where a backup has its rows. */
export const tablesName = "tables"

/** Names shown of files that are lacking. */
const shownAtMost = 20

export const keyFile = join("keys", "token.key")

export const backupCommand: AdminCommand = {
  usage: "backup FOLDER",
  what: "Copies database, files and key into a folder while the product runs; files only once",
  acts: { "": { logs: null, run: async (context, args) => makeBackup(context, need(args, 0, "a folder")) } },
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
  const tablesFolder = join(folder, tablesName)
  const fresh = `${tablesFolder}.new`
  const manifest: Omit<Manifest, "files"> = {
    format: 1,
    madeAt: new Date().toISOString(),
    ...(await writeTables(s.db, fresh, [jobsTable])),
  }
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
const ownNames: readonly string[] = [
  `${tablesName}.new`,
  tablesName,
  "keys",
  filesFolder,
  lockName,
  `${lockName}-journal`,
]

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

/** @throws AdminError when the folder is no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, manifestName), "utf8")))
  } catch (error) {
    throw new AdminError(`${folder} is no whole backup: ${error instanceof Error ? error.message : String(error)}`)
  }
}
