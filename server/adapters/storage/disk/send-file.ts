import { read } from "node:fs"
import type { Writable } from "node:stream"
import { promisify } from "node:util"
import type { ByteRange } from "#server/adapters/storage/port.ts"
import { openSink } from "#server/adapters/storage/sink.ts"

/** What a file is read into, in bytes; a picture for the web fits into one or two. */
const bufferBytes = 512 * 1024

/** So many are kept for the next files: fresh memory costs more time than reading a file that the system remembers. */
const maxStored = 16

/** As many targets have a large buffer at once; slow ones beyond them make do with small ones. */
const maxLent = 32
const smallBytes = 64 * 1024

const readInto = promisify(read)
const kept: Buffer[] = []
let lent = 0

/**
 * Writes a range of an open file into a stream, which stays open; memory is used again once the stream let go of it.
 * @throws Error when the file ends early or the stream closes before the end
 */
export async function sendFile(file: number, range: ByteRange, target: Writable): Promise<void> {
  const isLarge = lent < maxLent
  const buffer = isLarge ? (kept.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)) : Buffer.allocUnsafeSlow(smallBytes)
  if (isLarge) lent++
  let isFree = true
  const sink = openSink(target)
  try {
    for (let at = range.start; at <= range.end; ) {
      const { bytesRead } = await readInto(file, buffer, 0, Math.min(buffer.length, range.end - at + 1), at)
      if (bytesRead === 0) throw new Error("The file ends before its size.")
      isFree = false
      await sink.write(buffer.subarray(0, bytesRead))
      isFree = true
      at += bytesRead
    }
  } finally {
    sink.letGo()
    if (isLarge) lent--
    // A target that closed may still hold on to the buffer it was writing.
    if (isLarge && isFree && kept.length < maxStored) kept.push(buffer)
  }
}
