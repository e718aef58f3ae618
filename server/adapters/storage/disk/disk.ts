import { randomUUID } from "node:crypto"
import { closeSync, createReadStream, type Dirent, fstatSync, open as openFile } from "node:fs"
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { bounded, checkKey, type Storage } from "#server/adapters/storage/port.ts"
import { sendFile } from "./send-file.ts"
import { giveBack, writeFile } from "./write-file.ts"

/** Read at once when a file is taken as a stream. */
const readBytes = 256 * 1024

const openToRead = promisify(openFile)

/** Where files are written before they get their name; no key begins like this. */
const draftsFolder = ".drafts"

/**
 * Moves a file, and makes the folders it moves to when it is the first there.
 * @returns folders that got a new name in them
 */
async function moveTo(draft: string, path: string): Promise<string[]> {
  const folder = dirname(path)
  try {
    await rename(draft, path)
    return [folder]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(draft, path)
    const changed = [folder]
    for (let at = folder; made !== undefined && at.length >= made.length; at = dirname(at)) changed.push(dirname(at))
    return changed
  }
}

/** Syncs the names in a folder: a power cut may take a file's new name back while its bytes are on the disk. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Gives `value` for what is not there; whatever else keeps a disk from being read is thrown. */
function ifGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return value
    throw error
  }
}

/** Files under one folder; written beside, synced, then renamed, so a reader never sees half a file. */
export function createDiskStorage(dir: string): Storage {
  const drafts = join(dir, draftsFolder)
  const pathOf = (key: string): string => join(dir, checkKey(key))
  const write = async (
    key: string,
    pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[],
    letGo: (piece: Uint8Array) => void,
  ): Promise<number> => {
    const path = pathOf(key)
    const draft = join(drafts, `${randomUUID()}.part`)
    try {
      const { close, size } = await writeFile(draft, pieces, letGo)
      const [changed] = await Promise.all([moveTo(draft, path), close()])
      await Promise.all(changed.map(syncFolder))
      return size
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    kind: "disk",
    async *list() {
      const folders = [""]
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        const entries = await readdir(join(dir, folder), { withFileTypes: true }).catch(ifGone<Dirent[]>([]))
        for (const entry of entries) {
          const key = folder === "" ? entry.name : `${folder}/${entry.name}`
          if (entry.isDirectory() && entry.name !== draftsFolder) folders.push(key)
          if (!entry.isFile()) continue
          const found = await stat(join(dir, key)).catch(ifGone(null))
          if (found) yield { key, size: found.size }
        }
      }
    },
    async dropDrafts(olderThanMs) {
      for (const name of await readdir(drafts).catch(() => [])) {
        const path = join(drafts, name)
        // One that was finished a moment ago is gone.
        const age = await stat(path).then(
          ({ mtimeMs }) => Date.now() - mtimeMs,
          () => 0,
        )
        if (age > olderThanMs) await rm(path, { force: true })
      }
    },
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
    async check() {
      // The folder comes with the first file; a disk that went away fails otherwise than by that.
      await stat(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error
      })
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
