import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { zipStream } from "./zip-stream.ts"

const chunk = Buffer.alloc(1024 * 1024, 7)

test("two gigabytes in many files are read no faster than the ZIP is", async () => {
  let given = 0
  /** A file as a port gives it: nothing of it is there before it is read. */
  const storedFile = (chunks: number): Readable =>
    Readable.from(
      (function* () {
        for (let count = 0; count < chunks; count++) {
          given += chunk.length
          yield chunk
        }
      })(),
      { objectMode: false },
    )
  const zip = zipStream(
    async (writer) => {
      for (let number = 0; number < 512; number++) await writer.addFile(`${number}.webp`, storedFile(4))
    },
    (error) => {
      throw error
    },
  )
  let bytes = 0
  let mostInMemory = 0
  for await (const part of zip) {
    bytes += part.length
    mostInMemory = Math.max(mostInMemory, given - bytes)
  }
  expect(bytes).toBeGreaterThan(2 * 1024 ** 3)
  expect(mostInMemory / bytes).toBeLessThan(0.005)
})
