import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type OpenDatabase, openEmbedded, openPostgres } from "#server/db/open.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"

/** A database of one kind, for this bench alone. */
export interface Place {
  kind: "embedded" | "PostgreSQL"
  /** Settings with which a process of the product works on it. */
  settings: Record<string, string>
  /** Opens it in this process, as the product does. */
  open(): Promise<OpenDatabase>
}

/** Runs the same measurement on the embedded database and on a PostgreSQL server started for it. */
export async function onBothDatabases(measure: (place: Place) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "aworan-bench-"))
  try {
    const dataDir = join(dir, "embedded")
    const folder = join(dataDir, "database")
    await measure({ kind: "embedded", settings: { DATA_DIR: dataDir }, open: () => openEmbedded(folder) })
    await onPostgres(measure)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @throws when this machine has no PostgreSQL to start */
export async function onPostgres(measure: (place: Place) => Promise<void>): Promise<void> {
  const programs = findPostgres()
  if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
  const dir = mkdtempSync(join(tmpdir(), "aworan-bench-"))
  const cluster = await startCluster(programs)
  try {
    const url = `${cluster.baseUrl}/postgres`
    const settings = { DATA_DIR: dir, DATABASE_URL: url }
    await measure({ kind: "PostgreSQL", settings, open: async () => openPostgres(url) })
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
