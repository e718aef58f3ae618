import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { inject } from "vitest"
import { type OpenDatabase, openInMemory, openPostgres } from "#server/db/open.ts"
import { EmbeddedCopy } from "./embedded-copies.ts"
import { withDatabase } from "./postgres-cluster.ts"
import { administer, templateName } from "./prepare-databases.ts"

/** A database of its own for one test file, on the kind that the running project is about. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return isPostgres() ? openCopyOnPostgres() : openInMemory(await takeEmbeddedCopy())
}

/** Copies that began anew and that nobody uses. */
const idleCopies: EmbeddedCopy[] = []

async function takeEmbeddedCopy(): Promise<EmbeddedCopy> {
  return idleCopies.pop() ?? EmbeddedCopy.open(inject("embeddedImage"), (copy) => idleCopies.push(copy))
}

/** Whether this run is the one on PostgreSQL. */
export function isPostgres(): boolean {
  return process.env.TEST_DATABASE === "postgres"
}

/** @returns the address of a database without tables; it goes with the test run's server */
export async function createEmptyPostgres(): Promise<string> {
  const baseUrl = inject("postgresUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  await administer(baseUrl, async (db) => {
    await sql`create database ${sql.id(name)}`.execute(db)
  })
  return withDatabase(baseUrl, name)
}

async function openCopyOnPostgres(): Promise<OpenDatabase> {
  const baseUrl = inject("postgresUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  await administer(baseUrl, async (db) => {
    await sql`create database ${sql.id(name)} template ${sql.id(templateName)}`.execute(db)
  })
  const database = openPostgres(withDatabase(baseUrl, name))
  return {
    ...database,
    async close() {
      await database.close()
      await administer(baseUrl, async (db) => {
        await sql`drop database ${sql.id(name)} with (force)`.execute(db)
      })
    },
  }
}
