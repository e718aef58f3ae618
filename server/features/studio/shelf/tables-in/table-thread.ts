import { parentPort } from "node:worker_threads"
import { readProducts, type SentTable } from "./read-products.ts"

/** Reads one table after the other on a thread of its own; says first that it is ready. */
parentPort?.on("message", (table: SentTable) => {
  parentPort?.postMessage(readProducts(table))
})
parentPort?.postMessage("")
