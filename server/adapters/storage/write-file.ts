import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import { blockBytes, openDirect, withBlock } from "./direct-file.ts"

/**
 * Makes a file of all pieces and sees it on the disk; it is left open.
 * @param letGo gets each piece that is not needed any more
 * @throws Error when the disk is full, and what the pieces throw; what was made by then stays
 */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  letGo: (piece: Uint8Array) => void,
): Promise<{ file: FileHandle; size: number }> {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let size = 0
  let file: FileHandle | null = null
  const direct = openDirect(path)
  const writeBlock = (): Promise<void> =>
    withBlock(async (block) => {
      const bytes = block.subarray(0, take(waiting, block, letGo))
      file ??= await create(path)
      const directly = await direct.write(bytes, size)
      const rest = bytes.length - directly
      const written = rest > 0 ? (await file.write(bytes, directly, rest, size + directly)).bytesWritten : 0
      if (written < rest) throw new Error("The disk is full.")
      waitingBytes -= bytes.length
      size += bytes.length
    })
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      waitingBytes += piece.length
      while (waitingBytes >= blockBytes) await writeBlock()
    }
    if (waitingBytes > 0) await writeBlock()
    file ??= await create(path)
    await file.datasync()
    await direct.close()
    return { file, size }
  } catch (error) {
    await direct.close()
    await file?.close()
    throw error
  }
}

/** Moves bytes from the front of the pieces into a block. @returns how many */
function take(pieces: Uint8Array[], block: Buffer, letGo: (piece: Uint8Array) => void): number {
  let length = 0
  while (length < block.length) {
    const piece = pieces.shift()
    if (!piece) break
    const fits = piece.subarray(0, block.length - length)
    block.set(fits, length)
    length += fits.length
    if (fits.length < piece.length) pieces.unshift(piece.subarray(fits.length))
    else letGo(piece)
  }
  return length
}

/** Gives memory back at once: with large pieces, the collector that frees it later costs as much as the writing. */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // A part of a larger buffer may have neighbours that are still needed.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}

/** Makes a file, and the folder it lies in when it is the first. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx", 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, "wx", 0o600)
}
