import type { Collection, Collections } from "#server/declarations/collection.ts"
import { applicationsCollection } from "#server/features/academy/admissions/records/collection.ts"
import { profilesCollection } from "#server/features/identity/profiles/collection.ts"
import { bonusesCollection } from "#server/features/money/bonuses/collection.ts"
import { codesCollection } from "#server/features/money/codes/collection.ts"
import { engagementsCollection } from "#server/features/operations/engagements/collection.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { photoshootsCollection } from "#server/features/studio/photoshoots/collection.ts"
import { trainingsCollection } from "#server/features/studio/trainings/collection.ts"

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
export const collections: Collections = collectionsWith([])

/** @param others beside those of the product, which only tests have */
export function collectionsWith(others: readonly Collection[]): Collections {
  return new Map([...all, ...others].map((one) => [one.id, one]))
}
