import type { Db } from "#server/db/open.ts"
import type { Collection } from "#server/declarations/collection.ts"
import { createWriteBatch } from "#server/platform/limits/batch.ts"
import { memoizeByKey } from "#server/platform/limits/memoize-by-key.ts"
import { insertRows, type NewRow, type Place } from "./queries.ts"

/** A document on its way into its collection. */
interface Insertion {
  collection: Collection
  place: Place
  row: NewRow
}

const inserterOf = memoizeByKey((db: Db) => createWriteBatch(byShape, (insertions) => insertAll(db, insertions)))

/**
 * Adds a document of a collection with document security; those that come together share a statement and its commit.
 * @returns it as JSON text, null when its id is taken
 */
export function insertRow(db: Db, collection: Collection, place: Place, row: NewRow): Promise<string | null> {
  return inserterOf(db)({ collection, place, row })
}

/** Rows of one shape fit into one statement. */
function byShape(insertions: readonly Insertion[]): Insertion[][] {
  const shapes = Map.groupBy(insertions, ({ collection, row }) => [collection.id, ...Object.keys(row.values)].join(" "))
  // In the order of their ids, so that statements of several processes wait for each other in one direction.
  return [...shapes.values()].map((group) => group.sort((one, other) => (one.row.id < other.row.id ? -1 : 1)))
}

async function insertAll(db: Db, insertions: readonly Insertion[]): Promise<(string | null)[]> {
  const [first, ...more] = insertions
  if (!first) return []
  const made = await insertRows(db, first.collection, first.place, [first.row, ...more.map(({ row }) => row)])
  return insertions.map(({ row }) => {
    const json = made.get(row.id) ?? null
    // Of two with one id, the first was added.
    made.delete(row.id)
    return json
  })
}
