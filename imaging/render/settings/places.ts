import type { PlaceWord } from "#imaging/render/language/scenery-words.ts"
import type { Place } from "./stage.ts"
import { studio } from "./studio.ts"

/** Builder of every place. */
export const places: Readonly<Record<PlaceWord, Place>> = {
  studio,
  kitchen: studio,
  "living-room": studio,
  bathroom: studio,
  cafe: studio,
  office: studio,
  market: studio,
  beach: studio,
  forest: studio,
  garden: studio,
  desert: studio,
  city: studio,
  sky: studio,
  snow: studio,
  gym: studio,
}
