import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { bounded, checkKey, type Storage } from "./port.ts"

/** Files under one folder; written beside, synced, then renamed, so a reader never sees half a file. */
export function createDiskStorage(dir: string): Storage {
  const pathOf = (key: string): string => join(dir, checkKey(key))
  const write = async (key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> => {
    const path = pathOf(key)
    const draft = `${path}.${randomUUID()}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const file = await open(draft, "wx", 0o600)
      try {
        await fill(file)
        await file.sync()
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
        for await (const piece of bounded(body)) {
          await file.writeFile(piece)
          size += piece.length
        }
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
      return { size, body: file.createReadStream(range) }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
