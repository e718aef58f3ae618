import { PGlite, types } from "@electric-sql/pglite"
import { dropReserve } from "./disk-space.ts"
import { DurableFs, durableStartParams } from "./durable-fs.ts"
import { type DatabaseCommand, type DatabaseReport, type HostData, logLostCode } from "./embedded-messages.ts"
import { createStatementRunner } from "./embedded-statements.ts"

/** The database would retry for ever inside one statement, deaf to every signal. Nothing acknowledged is lost. */
function endForWantOfRoom(): void {
  process.exit(logLostCode)
}

/** Values arrive as `pg` gives them, so that both databases answer alike. Bytes become Buffers where they are read. */
export const parsers = { [types.INT8]: (text: string) => text }

/**
 * Opens the embedded database.
 * @param onReport takes what it says unasked
 */
export async function openHost(
  { dir, reserveDir }: HostData,
  onReport: (report: DatabaseReport) => void,
): Promise<PGlite> {
  const giveReserve = (): boolean => {
    if (reserveDir === null || !dropReserve(reserveDir)) return false
    onReport({ kind: "reserve-given" })
    return true
  }
  return PGlite.create({
    fs: new DurableFs(dir, { onFull: giveReserve, onLogLost: endForWantOfRoom }),
    startParams: durableStartParams,
    parsers,
  })
}

/**
 * @param onReport takes what it says unasked
 * @returns what carries commands out on it, one after the other
 */
export function serve(
  database: PGlite,
  onReport: (report: DatabaseReport) => void,
): (command: DatabaseCommand) => Promise<unknown> {
  const statements = createStatementRunner(database, (channel, message) =>
    onReport({ kind: "notification", channel, message }),
  )
  const carryOut = async (command: DatabaseCommand): Promise<unknown> => {
    switch (command.kind) {
      case "query":
        return statements.query(command.text, command.values, command.rowMode)
      case "exec":
        return statements.exec(command.text)
      case "listen":
        return statements.exec(`listen "${command.channel.replaceAll('"', '""')}"`)
      case "dump":
        return database.dumpDataDir("none")
      case "close":
        return database.close()
    }
  }
  // The caller keeps statements of a transaction together, and this keeps their order.
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return (command) => {
    if (isClosed) return Promise.reject(new Error("The embedded database is closed."))
    isClosed = command.kind === "close"
    const result = last.then(() => carryOut(command))
    last = result.catch(() => {})
    return result
  }
}
