import { readdir } from "node:fs/promises"
import type { Kysely } from "kysely"
import { type Migration, Migrator } from "kysely/migration"

const folder = new URL("./migrations/", import.meta.url)

async function loadMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const module = (await import(new URL(name, folder).href)) as Migration
    return [name.replace(/\.ts$/, ""), module]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Brings the tables up to date. Safe when several processes start at once: they wait for each other.
 * @throws the first failure; nothing of the failed migration stays
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({
    db: db.withoutPlugins() as Kysely<unknown>,
    provider: { getMigrations: loadMigrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
