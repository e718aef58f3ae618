import { existsSync, readdirSync } from "node:fs"
import { compileForMemory } from "#server/db/compile.ts"
import { openEmbedded } from "#server/db/open.ts"
import { lockFolder } from "#server/db/process-lock.ts"
import { readConfig } from "#server/settings/config.ts"

/**
 * Makes the embedded database of a first start before the rest of the product is loaded: making one takes half a gigabyte, and the
 * product another hundred megabytes (docs/measurements.md#small-machines). Does nothing unless the data folder is absent or empty.
 */
export async function makeFirstDatabase(env: NodeJS.ProcessEnv): Promise<void> {
  // What keeps it from being made is found again, and said, by the start that follows.
  await tryToMake(env).catch(() => {})
}

async function tryToMake(env: NodeJS.ProcessEnv): Promise<void> {
  const { database, dataDir, memoryMb } = readConfig(env, { threads: 1 })
  if (database.kind !== "embedded") return
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) return
  const lock = await lockFolder(dataDir, { waitMs: 0, onWait() {}, onLost: () => process.exit(1) })
  try {
    compileForMemory(memoryMb)
    const made = await openEmbedded(database.dir)
    await made.close()
  } finally {
    lock.release()
  }
}
