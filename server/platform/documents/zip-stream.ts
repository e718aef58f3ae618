import { Readable } from "node:stream"
import { finished } from "node:stream/promises"
import { ZipFile } from "yazl"

/** A ZIP that is being written. */
export interface ZipWriter {
  /** Adds a file and waits until all of it has gone into the ZIP, so that memory stays flat. */
  addFile(name: string, body: Readable | Uint8Array, options?: { mtime?: Date }): Promise<void>
  /** Adds a text, compressed. */
  addText(name: string, text: string): void
}

/**
 * A ZIP that is written while it is read. Destroying the stream ends the writing; whatever fails ends the stream with that
 * failure and nothing else.
 * @param hearFailure hears of a failure, not of a reader who left
 */
export function zipStream(fill: (zip: ZipWriter) => Promise<void>, hearFailure: (error: unknown) => void): Readable {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  const end = new AbortController()
  output.once("close", () => end.abort())
  // Without somebody who hears it, a file that cannot be read would end the process. Who adds it is told as well.
  zip.on("error", () => {})
  const writer: ZipWriter = {
    async addFile(name, bytes, options = {}) {
      const body = bytes instanceof Uint8Array ? Readable.from([Buffer.from(bytes)]) : bytes
      // Pictures are compressed already, so they are only stored.
      zip.addReadStream(body, name, { compress: false, ...options })
      try {
        await finished(body, { signal: end.signal, writable: false })
      } finally {
        body.destroy()
      }
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name),
  }
  fill(writer).then(
    () => zip.end(),
    (error) => {
      if (end.signal.aborted) return
      hearFailure(error)
      output.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return output
}
