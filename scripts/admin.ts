import { resolve } from "node:path"
import { pino } from "pino"
import { appwriteKeyName } from "#server/admin/appwrite/import.ts"
import { AdminError } from "#server/admin/command/command.ts"
import { describeCommands, runAdmin } from "#server/admin/commands.ts"
import { askRunning } from "#server/admin/control.ts"
import { restoreBackup } from "#server/admin/restore.ts"
import { compose } from "#server/composition/compose.ts"
import { explainStart } from "#server/composition/start-problem.ts"
import { compileForMemory } from "#server/db/compile.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { type Config, readConfig } from "#server/settings/config.ts"
import { runUpgrade } from "#server/upgrade/upgrade.ts"

/** One command for each thing an operator does; works beside the running product. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const [name, ...rest] = process.argv.slice(2)
// A running process has a working folder of its own.
const isPath = (word: string, place: number): boolean =>
  name === "backup" || name === "restore" || (name === "import" && place === 1 && !/^https?:/i.test(word))
const args = name ? [name, ...rest.map((word, place) => (isPath(word, place) ? resolve(word) : word))] : []
const key = process.env[appwriteKeyName]
const given = name === "import" && key ? { [appwriteKeyName]: key } : {}

let config: Config | null = null
try {
  process.exitCode = await run()
} catch (error) {
  const told = error instanceof AdminError ? error.message : explainStart(error, config)
  process.stderr.write(`${told ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exitCode = 2
}
process.exit()

async function run(): Promise<number> {
  if (!name || name === "help" || name === "--help") {
    say(describeCommands())
    return name ? 0 : 2
  }
  const read = readConfig(process.env, { threads: 1 })
  // Nobody waits here for a process that is meant to go on.
  config = { ...read, folderWaitMs: 0 }
  if (config.database.kind === "embedded") compileForMemory(config.memoryMb)
  const log = createLog("warn", pino.destination(2))
  if (name === "restore") {
    const [, folder] = args
    if (!folder) throw new AdminError("Please give a folder.")
    return (await restoreBackup(config, log, folder, say)) ? 0 : 1
  }
  if (name === "upgrade") return runUpgrade(config, log, rest, say)
  if (config.database.kind === "embedded") {
    const code = await askRunning(config.dataDir, args, say, given)
    if (code !== null) return code
  }
  const composed = await compose(config, log)
  try {
    return await runAdmin({ s: composed.services, say, given }, args)
  } finally {
    await composed.close()
  }
}
