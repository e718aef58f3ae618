import { parentPort } from "node:worker_threads"
import { readMarkdown } from "./markdown.ts"

/** Reads one text after the other on a thread of its own, which can be ended; says first that it is ready. */
parentPort?.on("message", (text: string) => {
  parentPort?.postMessage(JSON.stringify(readMarkdown(text)))
})
parentPort?.postMessage("")
