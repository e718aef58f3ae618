import { fileQuota } from "#contract/hosted/files.ts"
import type { Db } from "#server/db/open.ts"
import { createWriteBatch } from "#server/platform/limits/batch.ts"
import { memoizeByKey } from "#server/platform/limits/memoize-by-key.ts"
import { insertWholeFiles, type WholeFile } from "./queries.ts"

type Made = Awaited<ReturnType<typeof insertWholeFiles>>[number]

const inserterOf = memoizeByKey((db: Db) => createWriteBatch(apart, (files) => insertWholeFiles(db, files, fileQuota)))

/**
 * Makes a file that is all there; those that come together share a statement and its commit.
 * @returns it as JSON text, `taken` when its id is, `full` when the person has no room
 */
export function insertWholeFile(db: Db, file: WholeFile): Promise<Made> {
  return inserterOf(db)(file)
}

/** Parts in which no person and no id comes twice: a statement sees neither its own files nor the room they take. */
function apart(files: readonly WholeFile[]): WholeFile[][] {
  const parts: { files: WholeFile[]; names: Set<string> }[] = []
  for (const file of files) {
    const names = [`file ${file.bucketId} ${file.id}`, ...(file.accountId === null ? [] : [`of ${file.accountId}`])]
    let part = parts.find((one) => names.every((name) => !one.names.has(name)))
    if (!part) {
      part = { files: [], names: new Set() }
      parts.push(part)
    }
    part.files.push(file)
    for (const name of names) part.names.add(name)
  }
  return parts.map((part) => part.files)
}
