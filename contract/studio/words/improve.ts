import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import type { ChipCategory, OwnWords } from "./categories.ts"
import { promptChips } from "./chips.ts"
import { putChip, readChips } from "./chosen.ts"

/** Something that was put into a prompt. */
export interface Addition {
  category: ChipCategory
  words: string
  /** Why, in a sentence. */
  reason: string
}

/** A prompt with what it lacked, and what that was. */
export interface Improved {
  prompt: string
  added: readonly Addition[]
}

/** What is known of a prompt beside its chips. */
export interface KnownWords {
  own: OwnWords
  /** Whether the thing stands on a floor, as furniture does; undefined where nobody can tell: it then gets no surface. */
  isLarge: boolean | undefined
}

/** What suits a place; the first one of the list whose words stand in the prompt. */
interface Rule {
  place: RegExp
  words: string
  reason: string
}

const lights: readonly Rule[] = [
  {
    place: /beach|balcony|desert/i,
    words: "golden light",
    reason: "Low, warm sun shows the shape of things out of doors.",
  },
  {
    place: /market|kitchen|living room|bathroom|garden|cafe|café/i,
    words: "morning light",
    reason: "Clear light from one side suits this place.",
  },
  { place: /(?:)/, words: "soft light", reason: "Even light shows colours as they are." },
]

const surfaces: readonly Rule[] = [
  { place: /bathroom|spa/i, words: "marble surface", reason: "Pale stone keeps the product the brightest thing." },
  {
    place: /market|kitchen|balcony|garden|cafe|café/i,
    words: "wooden table",
    reason: "Without a surface the product stands on the bare floor of the place.",
  },
  { place: /(?:)/, words: "stone surface", reason: "A surface gives the product a shadow to stand on." },
]

/**
 * Puts in what a prompt does not say of surface, place, light and camera. By rules alone: no model writes here, nothing that the
 * person wrote is changed or taken out, and no thing and no brand is named.
 * @returns the same prompt with nothing added where nothing is missing, or it would be too long
 */
export function improve(prompt: string, { own, isLarge }: KnownWords): Improved {
  const chosen = readChips(prompt)
  const lacks = (category: ChipCategory): boolean => !chosen[category] && !own[category]
  const place = chosen.place?.words ?? own.place ?? ""
  const choose = (rules: readonly Rule[]) => rules.find((rule) => rule.place.test(place)) as Rule
  const wishes: Addition[] = []
  if (lacks("surface") && isLarge === false) wishes.push({ category: "surface", ...choose(surfaces) })
  if (lacks("place")) {
    const reason = "A plain studio keeps the eye on the product."
    wishes.push({ category: "place", words: "photo studio", reason })
  }
  if (lacks("light")) wishes.push({ category: "light", ...choose(lights) })
  if (lacks("camera")) {
    const reason = "At eye level a product looks as it does on a shelf."
    wishes.push({ category: "camera", words: "eye level", reason })
  }
  let improved = prompt
  for (const { category, words } of wishes) {
    const chip = promptChips[category].find((known) => known.words === words)
    improved = putChip(improved, category, chip)
  }
  if (improved.length > maxPromptCharacters) return { prompt, added: [] }
  return { prompt: improved, added: wishes.map(({ category, words, reason }) => ({ category, words, reason })) }
}
