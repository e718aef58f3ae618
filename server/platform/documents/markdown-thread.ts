import { parentPort } from "node:worker_threads"
import { readMarkdown } from "./markdown.ts"

/** Reads one text on a thread of its own, which can be ended; says first that it is ready. */
parentPort?.once("message", (text: string) => {
  parentPort?.postMessage(JSON.stringify(readMarkdown(text)))
})
parentPort?.postMessage("")
