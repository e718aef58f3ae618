import { z } from "zod"

/** What a picture's words say, in the order in which they are written. */
export const chipCategories = ["product", "surface", "place", "light", "mood", "camera"] as const
export type ChipCategory = (typeof chipCategories)[number]

/** What the engine read in words of a person's own, by category; nothing of a category that they do not name. */
export const OwnWords = z.partialRecord(z.enum(chipCategories), z.string())
export type OwnWords = z.infer<typeof OwnWords>
