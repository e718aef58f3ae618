import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import { blockBytes, createDirect, directLength, withBlock, writeDirect } from "./direct-file.ts"

/**
 * Makes a file of all pieces and sees it on the disk; it is left open, to be closed by the caller.
 * @param letGo gets each piece that is not needed any more
 * @throws Error when the disk is full, and what the pieces throw; what was made by then stays
 */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  letGo: (piece: Uint8Array) => void,
): Promise<{ close(): Promise<void>; size: number }> {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let size = 0
  let direct: FileHandle | null = null
  let usual: FileHandle | null = null
  const writeBlock = (): Promise<void> =>
    withBlock(async (block) => {
      const bytes = block.subarray(0, take(waiting, block, letGo))
      let written = 0
      const ahead = directLength(bytes, size)
      if (ahead > 0) {
        direct ??= await inFolder(path, () => createDirect(path))
        if (direct) written = await writeDirect(direct, bytes, ahead, size)
      }
      const rest = bytes.length - written
      if (rest > 0) {
        // The draft is nobody else's, so what is there is the direct part of it.
        usual ??= await inFolder(path, () => open(path, direct ? "r+" : "w", 0o600))
        const { bytesWritten } = await usual.write(bytes, written, rest, size + written)
        if (bytesWritten < rest) throw new Error("The disk is full.")
      }
      waitingBytes -= bytes.length
      size += bytes.length
    })
  const close = async (): Promise<void> => {
    await Promise.all([direct?.close(), usual?.close()])
  }
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      waitingBytes += piece.length
      while (waitingBytes >= blockBytes) await writeBlock()
    }
    if (waitingBytes > 0) await writeBlock()
    if (!direct) usual ??= await inFolder(path, () => open(path, "w", 0o600))
    await (direct ?? usual)?.datasync()
    return { close, size }
  } catch (error) {
    await close()
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

/** Opens a file, and makes the folder it lies in when it is the first. */
async function inFolder<Opened>(path: string, openIt: () => Promise<Opened>): Promise<Opened> {
  try {
    return await openIt()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return openIt()
}
