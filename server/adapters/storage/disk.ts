import { randomUUID } from "node:crypto"
import { closeSync, createReadStream, fstatSync, open as openFile } from "node:fs"
import { rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { bounded, checkKey, type Storage } from "./port.ts"
import { sendFile } from "./send-file.ts"
import { giveBack, writeFile } from "./write-file.ts"

/** Read at once when a file is taken as a stream. */
const readBytes = 256 * 1024

const openToRead = promisify(openFile)

/** Files under one folder; written beside, synced, then renamed, so a reader never sees half a file. */
export function createDiskStorage(dir: string): Storage {
  const pathOf = (key: string): string => join(dir, checkKey(key))
  const write = async (
    key: string,
    pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[],
    letGo: (piece: Uint8Array) => void,
  ): Promise<number> => {
    const path = pathOf(key)
    const draft = `${path}.${randomUUID()}.part`
    try {
      const { close, size } = await writeFile(draft, pieces, letGo)
      await Promise.all([rename(draft, path), close()])
      return size
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    kind: "disk",
    async put(key, bytes) {
      await write(key, [bytes], () => {})
    },
    putStream: (key, body) => write(key, bounded(body), giveBack),
    async get(key, range) {
      const file = await openToRead(pathOf(key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null
        throw error
      })
      if (file === null) return null
      // Size and bytes come from one opened file, so a put in between cannot mix two versions.
      const { size } = fstatSync(file)
      return {
        size,
        get body() {
          return createReadStream("", { fd: file, highWaterMark: readBytes, ...range })
        },
        async sendTo(target) {
          try {
            await sendFile(file, { start: range?.start ?? 0, end: Math.min(range?.end ?? size - 1, size - 1) }, target)
          } finally {
            closeSync(file)
          }
        },
      }
    },
    async size(key) {
      const found = await stat(pathOf(key), { throwIfNoEntry: false })
      return found?.size ?? null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
