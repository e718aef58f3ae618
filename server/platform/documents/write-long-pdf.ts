import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import type { PdfText } from "./pdf.ts"
import { shareThread } from "./shared-thread.ts"

/** The longest lesson with letters that no file has takes about 2 s of a core and 110 MB; the heap is never filled, since that can end the process. */
const writeOnThread = shareThread<PdfText, Uint8Array>({
  module: new URL("./pdf-thread.ts", import.meta.url),
  name: "pdf",
  heapMb: 512,
  stackMb: 4,
  longestMs: 10_000,
})

const inTurn = limitConcurrency(1, 20, "Many files are written at this moment. Please try again shortly.")

/**
 * Writes a PDF of what people wrote, off the main thread: it may be long, and several people may ask at once.
 * @returns the file's bytes
 * @throws AppError `picture_too_slow` when it takes too long or changes its letters too often; `general_rate_limit_exceeded` when many wait
 */
export async function writeLongPdf(text: PdfText): Promise<Buffer> {
  const bytes = await inTurn(() => writeOnThread(text))
  if (!bytes) throw new AppError("picture_too_slow", "This text takes too long to write as a file.")
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
