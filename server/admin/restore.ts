import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Logger } from "pino"
import { compose } from "#server/composition/compose.ts"
import { transact } from "#server/db/open.ts"
import type { Config } from "#server/settings/config.ts"
import { filesFolder, keyFile, type Manifest, readManifest, tablesName } from "./backup.ts"
import { listFolder } from "./backup-files.ts"
import { jobsTable, readCopiedTable } from "./backup-tables.ts"
import { AdminError } from "./command/command.ts"
import { countRows, fillJobs, fillTables, listMigrations } from "./tables.ts"
import { verifyAll } from "./verify.ts"

/**
 * Brings a backup back into an empty installation, of either kind of database and storage; the product must not run on it.
 * @returns whether the result is whole
 * @throws AdminError when the target is in use or the backup cannot be read
 */
export async function restoreBackup(
  config: Config,
  log: Logger,
  folder: string,
  say: (line: string) => void,
): Promise<boolean> {
  const manifest = await readManifest(folder)
  await restoreKey(config, folder)
  const composed = await compose(config, log)
  const { services: s } = composed
  try {
    if ((await countRows(s.db, "accounts")) > 0) {
      throw new AdminError("There are accounts here already. Restore into an empty database.")
    }
    checkMigrations(manifest, await listMigrations(s.db))
    let files = 0
    for await (const key of listFolder(join(folder, filesFolder))) {
      await s.storage.put(key, await readFile(join(folder, filesFolder, key)), "application/octet-stream")
      files++
    }
    say(`files     ${files} of ${manifest.files.count}`)
    const rowsOf = (name: string) => readCopiedTable(join(folder, tablesName), manifest, name)
    const names = manifest.tables.map(({ name }) => name).filter((name) => name !== jobsTable)
    await transact(s.db, async (tx) => {
      const counts = await fillTables(tx, names, rowsOf, manifest.sequences)
      for (const { name, rows } of manifest.tables) {
        if (name !== jobsTable && counts.get(name) !== rows) throw new Error(`${name} has another number of rows.`)
      }
      const jobs = await fillJobs(tx, rowsOf(jobsTable))
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
      say(`database  ${rows} rows of ${names.length} tables, ${jobs} jobs in line`)
    })
    return files >= manifest.files.count && (await verifyAll({ s, say }))
  } finally {
    await composed.close()
  }
}

/** Links, codes and tokens are good only with the key they were made with. */
async function restoreKey(config: Config, folder: string): Promise<void> {
  const [source, target] = [join(folder, keyFile), join(config.dataDir, keyFile)]
  const key = await readFile(source, "utf8")
  const known = await readFile(target, "utf8").catch(() => null)
  if (known !== null && known.trim() !== key.trim()) {
    throw new AdminError(`${target} is another key than the backup's. Restore into an empty DATA_DIR.`)
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  if (known === null) await writeFile(target, key, { mode: 0o600 })
}

/** Rows of an older version would lack columns, and of a newer one have columns that are not known here. */
function checkMigrations(manifest: Manifest, here: readonly string[]): void {
  const unknown = manifest.migrations.filter((name) => !here.includes(name))
  const missing = here.filter((name) => !manifest.migrations.includes(name))
  if (unknown.length > 0)
    throw new AdminError(`The backup is of a newer version (${unknown[0]}). Restore it with that one.`)
  if (missing.length > 0) {
    throw new AdminError(
      `The backup is of an older version (without ${missing[0]}). Restore it with that one, then upgrade.`,
    )
  }
}
