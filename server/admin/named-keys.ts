import type { Db } from "#server/db/open.ts"
import { thumbnailKey, thumbnailSides } from "#server/media/thumbnails.ts"
import { type KeyColumn, type KeyRow, listKeys, listNamed } from "./queries.ts"

/** Keys that the database is asked for at a time. */
export const keysAtOnce = 1_000

/** Every row of a column that names an object, in the order of the names. */
export async function* eachNamed(db: Db, column: KeyColumn): AsyncGenerator<KeyRow> {
  for (let after = ""; ; ) {
    const rows = await listKeys(db, column, after, keysAtOnce)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < keysAtOnce) return
    after = last.key
  }
}

/** Adds an object that a row names, with the thumbnails that go with it. */
export function rememberKey(known: Set<string>, key: string): void {
  known.add(key)
  for (const side of thumbnailSides) known.add(thumbnailKey(key, side))
}

/** Whether a row names an object at this moment. */
export async function isStillNamed(db: Db, column: KeyColumn, key: string): Promise<boolean> {
  return (await listNamed(db, [column], [key], [])).length > 0
}

/** What rows name at this moment of these objects and beside them, thumbnails included. */
export async function namedOf(db: Db, columns: readonly KeyColumn[], keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  const folders = keys.map((key) => key.replace(/[^/]+$/, ""))
  for (const key of await listNamed(db, columns, keys, folders)) rememberKey(named, key)
  return named
}
