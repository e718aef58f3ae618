import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Kysely, PostgresDialect, sql } from "kysely"
import pg from "pg"
import { pino } from "pino"
import type { TestProject } from "vitest/node"
import { jobs } from "#server/composition/jobs.ts"
import { migrate } from "#server/db/migrate.ts"
import { type OpenDatabase, openOnThread, openPostgres } from "#server/db/open.ts"
import { openQueue } from "#server/platform/jobs/queue.ts"
import { createAt } from "./embedded-copies.ts"
import { findPostgres, startCluster, withDatabase } from "./postgres-cluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** File with a migrated embedded database; opening a copy takes a fraction of making one. */
    embeddedImage: string
    /** Address of a PostgreSQL server with the database `aworan_template`. */
    postgresUrl: string
  }
}

/** Name of the test project that runs on PostgreSQL. */
const postgresProject = "server-postgres"

export const templateName = "aworan_template"

async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database)
  const queue = await openQueue(database, jobs, pino({ level: "error" }))
  await queue.stop()
}

/** Makes the database of the project's kind once per run, so that every test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.name === postgresProject ? preparePostgres(project) : prepareEmbedded(project)
}

async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_EMBEDDED_IMAGE
  if (given !== undefined && existsSync(given)) {
    // Made for a project before: projects that differ in something else begin with the same database.
    project.provide("embeddedImage", given)
    return async () => {}
  }
  const dir = mkdtempSync(join(tmpdir(), "aworan-tests-"))
  const folder = join(dir, "database")
  const embedded = openOnThread(await createAt(folder))
  await fill(embedded)
  if (embedded.raw.kind !== "embedded") throw new Error("The embedded database was expected.")
  // Nobody makes databases from these here, and a third of the time of opening a copy is theirs.
  await embedded.raw.embedded.exec("update pg_database set datistemplate = false")
  for (const name of ["template0", "template1"]) await embedded.raw.embedded.exec(`drop database ${name}`)
  // One that was not closed would sync each of its files where it is opened.
  await embedded.close()
  const imagePath = given ?? join(dir, "embedded.tar")
  execFileSync("tar", ["-cf", imagePath, "-C", folder, "."])
  project.provide("embeddedImage", imagePath)
  // Processes that tests start begin with a copy too.
  process.env.TEST_EMBEDDED_IMAGE = imagePath
  return async () => rmSync(dir, { recursive: true, force: true })
}

async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const programs = given ? null : findPostgres()
  const cluster = programs ? await startCluster(programs, { isHurried: true }) : null
  const baseUrl = given ?? cluster?.baseUrl
  if (!baseUrl) throw new Error("PostgreSQL was there when the tests were planned, and is gone now.")
  await makeTemplate(baseUrl)
  project.provide("postgresUrl", baseUrl)
  return async () => cluster?.stop()
}

async function makeTemplate(baseUrl: string): Promise<void> {
  const server = openOwnDatabase(baseUrl)
  await sql`drop database if exists ${sql.id(templateName)}`.execute(server)
  await sql`create database ${sql.id(templateName)}`.execute(server)
  await server.destroy()
  const template = openPostgres(withDatabase(baseUrl, templateName))
  await fill(template)
  await template.close()
}

/** Opens the database that a PostgreSQL server has from the start, from which others are made. */
export function openOwnDatabase(baseUrl: string): Kysely<unknown> {
  const pool = new pg.Pool({ connectionString: withDatabase(baseUrl, "postgres"), max: 1, allowExitOnIdle: true })
  // The server ends after the tests, perhaps before the processes that ran them.
  pool.on("error", () => {})
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}
