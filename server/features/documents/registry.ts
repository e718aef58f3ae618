import type { Collection } from "#server/collection.ts"
import { generationsCollection } from "#server/features/generations/collection.ts"
import { profilesCollection } from "#server/features/profiles/collection.ts"

const all: readonly Collection[] = [generationsCollection, profilesCollection]

/** Every collection by its id; the only list of them. */
export const collections: ReadonlyMap<string, Collection> = new Map(all.map((one) => [one.id, one]))
