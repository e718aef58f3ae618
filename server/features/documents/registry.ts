import type { Collection } from "#server/collection.ts"
import type { Config } from "#server/config.ts"
import { applicationsCollection } from "#server/features/applications/collection.ts"
import { bonusesCollection } from "#server/features/bonuses/collection.ts"
import { codesCollection } from "#server/features/codes/collection.ts"
import { lockedCollection, scratchCollection } from "#server/features/conformance/collection.ts"
import { contractsCollection } from "#server/features/contracts/collection.ts"
import { generationsCollection } from "#server/features/generations/collection.ts"
import { photoshootsCollection } from "#server/features/photoshoots/collection.ts"
import { profilesCollection } from "#server/features/profiles/collection.ts"
import { trainingsCollection } from "#server/features/trainings/collection.ts"

const all: readonly Collection[] = [
  applicationsCollection,
  bonusesCollection,
  codesCollection,
  contractsCollection,
  generationsCollection,
  photoshootsCollection,
  profilesCollection,
  trainingsCollection,
]

/** Every collection of the product by its id; the only list of them. */
export const collections: ReadonlyMap<string, Collection> = byId(all)

const withConformance = byId([...all, scratchCollection, lockedCollection])

/** The collections that this installation shows. */
export function collectionsOf(config: Pick<Config, "isConformance">): ReadonlyMap<string, Collection> {
  return config.isConformance ? withConformance : collections
}

function byId(list: readonly Collection[]): ReadonlyMap<string, Collection> {
  return new Map(list.map((one) => [one.id, one]))
}
