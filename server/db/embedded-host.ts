import { PGlite, types } from "@electric-sql/pglite"
import { dropReserve } from "./disk-space.ts"
import { DurableFs, durableStartParams } from "./durable-fs.ts"
import { type DatabaseCommand, type DatabaseReport, type HostData, logLostCode } from "./embedded-messages.ts"

/** Values arrive as `pg` gives them, so that both databases answer alike. Bytes become Buffers where they are read. */
const parsers = { [types.INT8]: (text: string) => text }

/** The database would retry for ever inside one statement, deaf to every signal. Nothing acknowledged is lost. */
function endForWantOfRoom(): void {
  process.exit(logLostCode)
}

/** Of a database in memory, whose files need no second memory: clearing the usual 128 MB is a quarter of opening it. */
const buffersInMemory = "16MB"

/**
 * Opens the embedded database.
 * @param tell takes what it says unasked
 * @returns what carries commands out, one after the other
 */
export async function openHost(
  { dir, reserveDir, image }: HostData,
  tell: (report: DatabaseReport) => void,
): Promise<(command: DatabaseCommand) => Promise<unknown>> {
  const giveReserve = (): boolean => {
    if (reserveDir === null || !dropReserve(reserveDir)) return false
    tell({ kind: "reserve-given" })
    return true
  }
  const database = await PGlite.create({
    ...(dir === null
      ? { startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffersInMemory}`] }
      : {
          fs: new DurableFs(dir, { onFull: giveReserve, onLogLost: endForWantOfRoom }),
          startParams: durableStartParams,
        }),
    ...(image ? { loadDataDir: image } : {}),
    parsers,
  })
  const carryOut = async (command: DatabaseCommand): Promise<unknown> => {
    switch (command.kind) {
      case "query": {
        const { text, values, rowMode } = command
        const { rows, fields, affectedRows } = await database.query(text, values, { rowMode })
        return { rows, fields, affectedRows }
      }
      case "exec":
        return (await database.exec(command.text)).map(({ rows, fields, affectedRows }) => ({
          ...{ rows, fields, affectedRows },
        }))
      case "listen": {
        const { channel } = command
        await database.listen(channel, (message) => tell({ kind: "notification", channel, message }))
        return undefined
      }
      case "dump":
        return database.dumpDataDir("none")
      case "close":
        return database.close()
    }
  }
  // The caller keeps statements of a transaction together, and this keeps their order.
  let last: Promise<unknown> = Promise.resolve()
  return (command) => {
    const result = last.then(() => carryOut(command))
    last = result.catch(() => {})
    return result
  }
}
