import { parentPort } from "node:worker_threads"
import { openPriceList, type PriceList, type PriceListHead, type PriceListRow } from "./draw-price-list.ts"

/** One step of a price list. */
export type PriceListStep =
  | { kind: "begin"; head: PriceListHead }
  | { kind: "rows"; rows: readonly PriceListRow[] }
  | { kind: "end" }

let list: PriceList | null = null
let written: Buffer[] = []

/** Writes one price list on a thread of its own: each step is answered with the bytes that went out meanwhile. */
parentPort?.on("message", async (step: PriceListStep) => {
  if (step.kind === "begin") list = await openPriceList(step.head, (bytes) => written.push(bytes))
  else if (step.kind === "rows") list?.write(step.rows)
  else await list?.end()
  // What the document sends comes after the step that wrote it.
  await new Promise((resolve) => setImmediate(resolve))
  parentPort?.postMessage(new Uint8Array(Buffer.concat(written)))
  written = []
  if (step.kind === "end") parentPort?.close()
})
parentPort?.postMessage("")
