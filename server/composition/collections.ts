import type { Collection, Collections } from "#server/declarations/collection.ts"
import { applicationsCollection } from "#server/features/academy/admissions/collection.ts"
import { profilesCollection } from "#server/features/identity/profiles/collection.ts"
import { bonusesCollection } from "#server/features/money/bonuses/collection.ts"
import { codesCollection } from "#server/features/money/codes/collection.ts"
import { engagementsCollection } from "#server/features/operations/engagements/collection.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { photoshootsCollection } from "#server/features/studio/photoshoots/collection.ts"
import { trainingsCollection } from "#server/features/studio/trainings/collection.ts"
import type { Config } from "#server/settings/config.ts"
import { lockedCollection, scratchCollection } from "#server/testing/conformance-collections.ts"

const all: readonly Collection[] = [
  applicationsCollection,
  bonusesCollection,
  codesCollection,
  engagementsCollection,
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
