import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { bounded, checkKey, type Storage } from "./port.ts"

/** Bytes of a stream that are gathered for one write, and that are read at once. */
const writeBytes = 512 * 1024
const readBytes = 256 * 1024

/** Files under one folder; written beside, synced, then renamed, so a reader never sees half a file. */
export function createDiskStorage(dir: string): Storage {
  const pathOf = (key: string): string => join(dir, checkKey(key))
  const write = async (key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> => {
    const path = pathOf(key)
    const draft = `${path}.${randomUUID()}.part`
    try {
      const file = await create(draft)
      try {
        await fill(file)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    kind: "disk",
    put: (key, bytes) => write(key, (file) => file.writeFile(bytes)),
    async putStream(key, body) {
      let size = 0
      await write(key, async (file) => {
        let waiting: Uint8Array[] = []
        let waitingBytes = 0
        const flush = async (): Promise<void> => {
          const { bytesWritten } = await file.writev(waiting)
          if (bytesWritten < waitingBytes) throw new Error("The disk is full.")
          size += waitingBytes
          waiting = []
          waitingBytes = 0
        }
        for await (const piece of bounded(body)) {
          waiting.push(piece)
          waitingBytes += piece.length
          if (waitingBytes >= writeBytes) await flush()
        }
        if (waitingBytes > 0) await flush()
      })
      return size
    },
    async get(key, range) {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null
        throw error
      })
      if (!file) return null
      // Size and bytes come from one opened file, so a put in between cannot mix two versions.
      const { size } = await file.stat()
      return { size, body: file.createReadStream({ highWaterMark: readBytes, ...range }) }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
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
