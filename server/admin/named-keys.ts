import type { Db } from "#server/db/open.ts"
import { sideKey } from "#server/media/kept-picture.ts"
import { previewSides } from "#server/media/previews.ts"
import { type KeyColumn, listNamed } from "./queries.ts"

/** Adds an object that a row names, with the previews that go with it. */
export function rememberKey(known: Set<string>, key: string): void {
  known.add(key)
  for (const side of previewSides) known.add(sideKey(key, side))
}

/** Whether a row names an object at this moment. */
export async function isStillNamed(db: Db, column: KeyColumn, key: string): Promise<boolean> {
  return (await listNamed(db, [column], [key], [])).length > 0
}

/** What rows name at this moment of these objects and beside them, previews included. */
export async function namedOf(db: Db, columns: readonly KeyColumn[], keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  const folders = keys.map((key) => key.replace(/[^/]+$/, ""))
  for (const key of await listNamed(db, columns, keys, folders)) rememberKey(named, key)
  return named
}
