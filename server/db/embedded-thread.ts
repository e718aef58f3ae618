import { parentPort, workerData } from "node:worker_threads"
import { PGlite, types } from "@electric-sql/pglite"
import { dropReserve } from "./disk-space.ts"
import { DurableFs, durableStartParams } from "./durable-fs.ts"
import {
  type DatabaseCommand,
  type DatabaseReport,
  failureOf,
  logLostCode,
  type ThreadData,
} from "./embedded-messages.ts"

/**
 * The embedded database on a thread of its own: a long statement, or a slow disk under a commit, holds up the database
 * and nothing else of the process.
 */

const { dir, reserveDir, image } = workerData as ThreadData

/** Values arrive as `pg` gives them, so that both databases answer alike. Bytes become Buffers on the other side. */
const parsers = { [types.INT8]: (text: string) => text }

const send = (report: DatabaseReport): void => parentPort?.postMessage(report)

/** The database would retry for ever inside one statement, deaf to every signal. Nothing acknowledged is lost. */
function endForWantOfRoom(): void {
  process.exit(logLostCode)
}

function giveReserve(): boolean {
  if (reserveDir === null || !dropReserve(reserveDir)) return false
  send({ kind: "reserve-given" })
  return true
}

const database = await PGlite.create({
  ...(dir === null
    ? {}
    : {
        fs: new DurableFs(dir, { onFull: giveReserve, onLogLost: endForWantOfRoom }),
        startParams: durableStartParams,
      }),
  ...(image ? { loadDataDir: image } : {}),
  parsers,
})

async function run(command: DatabaseCommand): Promise<unknown> {
  switch (command.kind) {
    case "query": {
      const { rows, fields, affectedRows } = await database.query(command.text, command.values, {
        rowMode: command.rowMode,
      })
      return { rows, fields, affectedRows }
    }
    case "exec":
      return (await database.exec(command.text)).map(({ rows, fields, affectedRows }) => ({
        rows,
        fields,
        affectedRows,
      }))
    case "listen": {
      const { channel } = command
      await database.listen(channel, (message) => send({ kind: "notification", channel, message }))
      return undefined
    }
    case "dump":
      return database.dumpDataDir("none")
    case "close":
      return database.close()
  }
}

// One after the other: the caller keeps statements of a transaction together, and this keeps their order.
let last: Promise<void> = Promise.resolve()
parentPort?.on("message", ({ id, command }: { id: number; command: DatabaseCommand }) => {
  last = last.then(async () => {
    try {
      send({ kind: "done", id, result: await run(command) })
    } catch (error) {
      send({ kind: "failed", id, failure: failureOf(error) })
    }
    if (command.kind === "close") parentPort?.close()
  })
})
