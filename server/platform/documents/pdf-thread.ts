import { parentPort } from "node:worker_threads"
import { type PdfText, writePdf } from "./pdf.ts"

/** Writes one PDF after the other on a thread of its own, which can be ended; says first that it is ready. */
parentPort?.on("message", async (text: PdfText) => {
  parentPort?.postMessage(new Uint8Array(await writePdf(text)))
})
parentPort?.postMessage("")
