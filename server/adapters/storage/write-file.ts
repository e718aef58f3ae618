import { type FileHandle, mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"

/** Bytes of a stream that are gathered for one write: most files are opened, written and synced once. */
const writeBytes = 1024 * 1024 + 64 * 1024

/**
 * Makes a file of all pieces and sees them on the disk; it is left open.
 * @param letGo gets the pieces that are written
 * @throws Error when the disk is full, and what the pieces throw; what was made by then stays
 */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  letGo: (written: readonly Uint8Array[]) => void,
): Promise<{ file: FileHandle; size: number }> {
  let file: FileHandle | null = null
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let size = 0
  try {
    for await (const piece of pieces) {
      waiting.push(piece)
      waitingBytes += piece.length
      size += piece.length
      if (waitingBytes < writeBytes) continue
      file ??= await create(path)
      await writeAll(file, waiting)
      letGo(waiting)
      waiting = []
      waitingBytes = 0
    }
    file ??= await create(path)
    await writeAll(file, waiting)
    letGo(waiting)
    await file.datasync()
    return { file, size }
  } catch (error) {
    await file?.close()
    throw error
  }
}

/** @throws Error when the disk is full */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (size === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten < size) throw new Error("The disk is full.")
}

/** Gives memory back at once: with large pieces, the collector that frees it later costs as much as the writing. */
export function giveBack(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    // A part of a larger buffer may have neighbours that are still needed.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
  }
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
