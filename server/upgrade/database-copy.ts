import { rm } from "node:fs/promises"
import { sql } from "kysely"
import { readCopiedTable, writeTables } from "#server/admin/backup-tables.ts"
import { AdminError } from "#server/admin/command/command.ts"
import { fillTables, listTables } from "#server/admin/tables.ts"
import { copyFolder, tellLackOfRoom } from "#server/db/kept-copy.ts"
import { migrateAsFarAs } from "#server/db/migrate.ts"
import { type OpenDatabase, openEmbedded, openPostgres, transact } from "#server/db/open.ts"

/** A database of its own, as the real one was at one moment. */
export interface DatabaseCopy {
  database: OpenDatabase
  /** Closes it and takes it away. */
  remove(): Promise<void>
  /** What room lacks, in words, where that is why something failed. */
  tellLack(): Promise<string | null>
}

/** Opens a copy of the embedded database's folder. @throws CopyRefused without room */
export async function copyEmbedded(from: string, to: string): Promise<DatabaseCopy> {
  await copyFolder(from, to)
  // Where a full disk ends it, whatever is asked of it fails, and this process goes on.
  const database = await openEmbedded(to, { onLost: () => {} })
  return {
    database,
    async remove() {
      await database.close().catch(() => {})
      await rm(to, { recursive: true, force: true })
    },
    tellLack: () => tellLackOfRoom(to),
  }
}

/**
 * Makes a second database on the same server, with the tables that the first one has and its rows as of one moment, while the product runs.
 * @param folder where rows lie meanwhile
 * @throws AdminError when the server lets us make no database
 */
export async function copyPostgres(source: OpenDatabase, folder: string): Promise<DatabaseCopy> {
  if (source.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
  const url = new URL(source.raw.url)
  const name = `${url.pathname.slice(1)}_rehearsal`
  const drop = () => sql`drop database if exists ${sql.id(name)} with (force)`.execute(source.db)
  await drop()
  await sql`create database ${sql.id(name)} template template0`.execute(source.db).catch((error: unknown) => {
    throw new AdminError(
      `The database's user may make no database to rehearse in (${error instanceof Error ? error.message : String(error)}). ` +
        `Let it for the upgrade: alter role ${decodeURIComponent(url.username)} createdb.`,
    )
  })
  url.pathname = `/${name}`
  const database = openPostgres(url.href)
  const remove = async (): Promise<void> => {
    await database.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const copied = await writeTables(source.db, folder)
    await migrateAsFarAs(database, copied.migrations)
    const names = copied.tables.map((table) => table.name)
    const own = await listTables(database.db)
    const foreign = names.find((table) => !own.includes(table))
    if (foreign) {
      throw new AdminError(
        `The database has a table ${foreign} that this product did not make, so a copy would not be like it. ` +
          "Move it out of the schema public first.",
      )
    }
    await transact(database.db, (tx) =>
      fillTables(tx, names, (table) => readCopiedTable(folder, copied, table), copied.sequences),
    )
    return { database, remove, tellLack: async () => null }
  } catch (error) {
    await remove()
    throw error
  }
}
