import { parentPort, workerData } from "node:worker_threads"
import { openHost, serve } from "./embedded-host.ts"
import { type DatabaseCommand, type DatabaseReport, failureOf, type HostData } from "./embedded-messages.ts"

/**
 * The embedded database on a thread of its own: a long statement, or a slow disk under a commit, holds up the database
 * and nothing else of the process.
 */

const send = (report: DatabaseReport): void => parentPort?.postMessage(report)

const run = serve(await openHost(workerData as HostData, send), send)

parentPort?.on("message", async ({ id, command }: { id: number; command: DatabaseCommand }) => {
  try {
    send({ kind: "done", id, result: await run(command) })
  } catch (error) {
    send({ kind: "failed", id, failure: failureOf(error) })
  }
  if (command.kind === "close") parentPort?.close()
})
