import type { PlaceWord } from "#imaging/render/language/scenery-words.ts"
import { balcony } from "./balcony.ts"
import { city, sky, snow } from "./far-places.ts"
import { bathroom, cafe, gym, kitchen, livingRoom, office } from "./indoor.ts"
import { market } from "./market.ts"
import { beach, desert, forest, garden } from "./outdoor.ts"
import type { Place } from "./stage.ts"
import { studio } from "./studio.ts"

/** Builder of every place. */
export const places: Readonly<Record<PlaceWord, Place>> = {
  studio,
  kitchen,
  "living-room": livingRoom,
  bathroom,
  cafe,
  office,
  market,
  beach,
  forest,
  garden,
  desert,
  balcony,
  city,
  sky,
  snow,
  gym,
}
