import { applicationsCollection } from "#server/features/admissions/collection.ts"
import { bonusesCollection } from "#server/features/bonuses/collection.ts"
import { codesCollection } from "#server/features/codes/collection.ts"
import { lockedCollection, scratchCollection } from "#server/features/conformance/collection.ts"
import { contractsCollection } from "#server/features/contracts/collection.ts"
import { generationsCollection } from "#server/features/generations/collection.ts"
import { photoshootsCollection } from "#server/features/photoshoots/collection.ts"
import { profilesCollection } from "#server/features/profiles/collection.ts"
import { trainingsCollection } from "#server/features/trainings/collection.ts"
import type { Collection, Collections } from "./collection.ts"
import type { Config } from "./config.ts"

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
export const collections: Collections = byId(all)

const withConformance = byId([...all, scratchCollection, lockedCollection])

/** The collections that this installation shows. */
export function collectionsOf(config: Pick<Config, "isConformance">): Collections {
  return config.isConformance ? withConformance : collections
}

function byId(list: readonly Collection[]): Collections {
  return new Map(list.map((one) => [one.id, one]))
}
