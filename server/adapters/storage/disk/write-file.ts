import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"

/** So many bytes are gathered for one write: a photo goes to the disk in one. */
const blockBytes = 1024 * 1024

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
  const file = await inFolder(path, () => open(path, "w", 0o600))
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let size = 0
  const flush = async (): Promise<void> => {
    const { bytesWritten } = await file.writev(waiting, size)
    if (bytesWritten < waitingBytes) throw new Error("The disk is full.")
    size += waitingBytes
    for (const piece of waiting) letGo(piece)
    waiting = []
    waitingBytes = 0
  }
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      waitingBytes += piece.length
      if (waitingBytes >= blockBytes) await flush()
    }
    if (waitingBytes > 0) await flush()
    await file.datasync()
    return { close: () => file.close(), size }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Gives memory back at once: with large pieces, the collector that frees it later costs as much as the writing. */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // A part of a larger buffer may have neighbours that are still needed.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}

/** Opens a file, and makes the folder it lies in when it is the first. */
async function inFolder(path: string, openIt: () => Promise<FileHandle>): Promise<FileHandle> {
  try {
    return await openIt()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return openIt()
}
