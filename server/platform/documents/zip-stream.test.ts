import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { zipStream } from "./zip-stream.ts"

const chunk = Buffer.alloc(1024 * 1024, 7)

/** A file of so many megabytes, as a port gives it: nothing of it is there before it is read. */
function storedFile(megabytes: number): Readable {
  return Readable.from(
    (function* () {
      for (let given = 0; given < megabytes; given++) yield chunk
    })(),
    { objectMode: false },
  )
}

/** @returns bytes of the ZIP, and the most memory that it took beside what was there before */
async function pack(files: number, megabytes: number): Promise<{ bytes: number; most: number }> {
  const memory = (): number => process.memoryUsage().arrayBuffers
  const before = memory()
  const zip = zipStream(
    async (writer) => {
      for (let number = 0; number < files; number++) await writer.addFile(`${number}.webp`, storedFile(megabytes))
    },
    (error) => {
      throw error
    },
  )
  let bytes = 0
  let most = 0
  for await (const part of zip) {
    bytes += part.length
    most = Math.max(most, memory() - before)
  }
  return { bytes, most }
}

test("two gigabytes in many files go through with a small part of them in memory at a time", async () => {
  const { bytes, most } = await pack(512, 4)
  expect(bytes).toBeGreaterThan(2 * 1024 ** 3)
  expect(most / bytes).toBeLessThan(0.02)
})
