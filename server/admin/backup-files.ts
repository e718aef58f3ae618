import { createWriteStream } from "node:fs"
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { eachNamed, isStillNamed, keysAtOnce, namedOf } from "./named-keys.ts"
import { listKeyColumns } from "./queries.ts"

/** What was copied. */
interface CopiedFiles {
  /** Objects that storage has, all of them in the folder now. */
  keys: Set<string>
  bytes: number
  copied: number
  removed: number
}

/** Brings a folder up to date with storage. An object never changes under its key, so one that is there with its size is not copied again. */
export async function copyFiles(s: Pick<Services, "db" | "storage">, folder: string): Promise<CopiedFiles> {
  const keys = new Set<string>()
  let [bytes, copied] = [0, 0]
  for await (const { key, size } of s.storage.list()) {
    const path = join(folder, key)
    const known = await stat(path).catch(() => null)
    if (known?.size !== size) {
      const object = await s.storage.get(key)
      if (!object) continue
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(object.body, createWriteStream(`${path}.part`, { mode: 0o600 }))
      await rename(`${path}.part`, path)
      copied++
    }
    keys.add(key)
    bytes += size
  }
  return { keys, bytes, copied, removed: await removeGone(s.db, folder, keys) }
}

/**
 * Removes what storage does not have any more, but for what rows still name: a disk that is away, or a bucket of another
 * name, must not take the only copy with it.
 */
async function removeGone(db: Db, folder: string, keys: ReadonlySet<string>): Promise<number> {
  const columns = await listKeyColumns(db)
  let removed = 0
  const removeSome = async (gone: readonly string[]): Promise<void> => {
    const named = await namedOf(db, columns, gone)
    for (const key of gone) {
      if (named.has(key)) continue
      await rm(join(folder, key), { force: true })
      removed++
    }
  }
  let gone: string[] = []
  for await (const key of listFolder(folder)) {
    if (!keys.has(key)) gone.push(key)
    if (gone.length < keysAtOnce) continue
    await removeSome(gone)
    gone = []
  }
  if (gone.length > 0) await removeSome(gone)
  return removed
}

/** @returns what rows name and storage does not have. @param keys what it had when it was copied */
export async function listLacking(
  { db, storage }: Pick<Services, "db" | "storage">,
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const lacking: string[] = []
  for (const column of await listKeyColumns(db)) {
    // What was begun and may never have come is no loss.
    if (column.table === "media_orphans") continue
    for await (const { key } of eachNamed(db, column)) {
      // What came or went since then is no loss either.
      if (keys.has(key) || (await storage.size(key)) !== null || !(await isStillNamed(db, column, key))) continue
      lacking.push(key)
    }
  }
  return lacking
}

/** Files below a folder, by their path inside it. */
export async function* listFolder(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isFile())
      yield join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/")
  }
}
