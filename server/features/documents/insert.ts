import type { Collection } from "#server/collection.ts"
import type { Db } from "#server/db/open.ts"
import { createBatch } from "#server/platform/batch.ts"
import { insertRows, type NewRow, type Place } from "./queries.ts"

/** A document on its way into its collection. */
interface Insertion {
  collection: Collection
  place: Place
  row: NewRow
}

/** JSON text, null when the id is taken; or why it could not be added. */
type Outcome = { json: string | null } | { error: unknown }

const inserters = new WeakMap<Db, (insertion: Insertion) => Promise<Outcome>>()

/**
 * Adds a document of a collection with document security; those that come together share a statement and its commit.
 * @returns it as JSON text, null when its id is taken
 */
export async function insertRow(db: Db, collection: Collection, place: Place, row: NewRow): Promise<string | null> {
  const outcome = await inserterOf(db)({ collection, place, row })
  if ("error" in outcome) throw outcome.error
  return outcome.json
}

function inserterOf(db: Db): (insertion: Insertion) => Promise<Outcome> {
  const known = inserters.get(db)
  if (known) return known
  const insert = createBatch(async (insertions: readonly Insertion[]) => {
    const groups = Map.groupBy(insertions, shapeOf)
    const outcomes = new Map<Insertion, Outcome>()
    await Promise.all(
      [...groups.values()].map(async (group) => {
        for (const [insertion, outcome] of await insertAll(db, group)) outcomes.set(insertion, outcome)
      }),
    )
    return insertions.map((insertion) => outcomes.get(insertion) ?? { json: null })
  })
  inserters.set(db, insert)
  return insert
}

/** Rows of one shape fit into one statement. */
function shapeOf({ collection, row }: Insertion): string {
  return [collection.id, ...Object.keys(row.values)].join(" ")
}

async function insertAll(db: Db, insertions: readonly Insertion[]): Promise<[Insertion, Outcome][]> {
  const [first, ...more] = insertions
  if (!first) return []
  try {
    const made = await insertRows(db, first.collection, first.place, [first.row, ...more.map(({ row }) => row)])
    return insertions.map((insertion) => {
      const json = made.get(insertion.row.id) ?? null
      // Of two with one id, the first was added.
      made.delete(insertion.row.id)
      return [insertion, { json }]
    })
  } catch (error) {
    if (more.length === 0) return [[first, { error }]]
    // A row that cannot be added must not take the others with it.
    return (await Promise.all(insertions.map((one) => insertAll(db, [one])))).flat()
  }
}
