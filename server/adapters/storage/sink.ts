import { finished, type Readable, type Writable } from "node:stream"

/** Writes into a stream one piece after the other. */
interface Sink {
  /** Ends when the stream has let go of the bytes. @throws its error, also when it closes before */
  write(bytes: Uint8Array): Promise<void>
  /** The stream is written to by others from now on. */
  letGo(): void
}

export function openSink(target: Writable): Sink {
  // What is written to a stream that closes may never be called back.
  const { promise: closed, reject } = Promise.withResolvers<never>()
  closed.catch(() => {})
  const letGo = finished(target, { readable: false }, (error) =>
    reject(error ?? new Error("The target closed before the end.")),
  )
  return {
    write(bytes) {
      const written = new Promise<void>((resolve, fail) => {
        target.write(bytes, (error) => (error ? fail(error) : resolve()))
      })
      return Promise.race([written, closed])
    },
    letGo,
  }
}

/** Writes a stream into another, which stays open. @throws the error of either */
export async function sendStream(body: Readable, target: Writable): Promise<void> {
  const sink = openSink(target)
  try {
    for await (const bytes of body) await sink.write(bytes as Uint8Array)
  } finally {
    sink.letGo()
  }
}
