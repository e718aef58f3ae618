import { randomBytes } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { inject } from "vitest"
import { type OpenDatabase, openOnThread, openPostgres } from "#server/db/open.ts"
import { EmbeddedCopy } from "./embedded-copies.ts"
import { withDatabase } from "./postgres-cluster.ts"
import { openOwnDatabase, templateName } from "./prepare-databases.ts"

/** A database of its own for one test file, on the kind that the running project is about. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return isPostgres() ? openCopyOnPostgres() : openOnThread(await takeEmbeddedCopy())
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
  await sql`create database ${sql.id(name)}`.execute(openServer(baseUrl))
  return withDatabase(baseUrl, name)
}

let ownDatabase: Kysely<unknown> | null = null

/** The server's own database, opened once for all files of this process: a connection costs as much as half a copy. */
function openServer(baseUrl: string): Kysely<unknown> {
  ownDatabase ??= openOwnDatabase(baseUrl)
  return ownDatabase
}

async function openCopyOnPostgres(): Promise<OpenDatabase> {
  const baseUrl = inject("postgresUrl")
  const name = `test_${randomBytes(6).toString("hex")}`
  const server = openServer(baseUrl)
  // The other strategy writes the whole database to the log as well.
  await sql`create database ${sql.id(name)} template ${sql.id(templateName)} strategy file_copy`.execute(server)
  const database = openPostgres(withDatabase(baseUrl, name))
  return {
    ...database,
    async close() {
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(server)
    },
  }
}
