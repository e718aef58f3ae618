import { join } from "node:path"
import { countRows } from "#server/admin/tables.ts"
import { migrateAsFarAs, readMigrations } from "#server/db/migrate.ts"
import { type Db, type OpenDatabase, openEmbedded } from "#server/db/open.ts"
import { fillEveryTable } from "./fill-every-table.ts"

/** The last migration that the version before had had. */
export const lastBefore = "0216-lesson-editions"

/** Tables as the version before left them, each with rows. */
export async function makeFormer(database: OpenDatabase): Promise<void> {
  const { pending } = await readMigrations(database.db)
  await migrateAsFarAs(
    database,
    pending.filter((name) => name <= lastBefore),
  )
  await fillEveryTable(database)
}

/** Makes a data folder that the version before left. */
export async function makeFormerFolder(folder: string): Promise<void> {
  const database = await openEmbedded(join(folder, "database"))
  await makeFormer(database)
  await database.close()
}

/** Looks into the embedded database of a data folder, which nobody else may have open. */
export async function lookInto<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openEmbedded(join(folder, "database"))
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** Name of the last change that a database had. */
export async function lastDone(db: Db): Promise<string | undefined> {
  return (await readMigrations(db)).done.at(-1)
}

/** Rows of each of these tables. */
export async function countEach(db: Db, tables: readonly string[]): Promise<[string, number][]> {
  const counts: [string, number][] = []
  for (const table of tables) counts.push([table, await countRows(db, table)])
  return counts
}
