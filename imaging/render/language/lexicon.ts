import { colourWords, linear, type Rgb, shadeWords } from "./colours.ts"
import {
  type LightWord,
  lightWords,
  type MoodWord,
  moodWords,
  outlineWords,
  type PlaceWord,
  type PropWord,
  placeWords,
  propWords,
  type SurfaceWord,
  sizeWords,
  standWords,
  surfaceWords,
  type ViewWord,
  viewWords,
} from "./scenery-words.ts"
import { keyOf } from "./tokens.ts"
import {
  type MaterialWord,
  materialWords,
  type PartWord,
  type PatternWord,
  partWords,
  patternWords,
  type SubjectWord,
  subjectWords,
} from "./vocabulary.ts"

/** Everything one phrase of the vocabulary can mean; several at once are common ("gold", "marble", "orange"). */
export interface Meaning {
  colour?: Rgb
  shade?: (colour: Rgb) => Rgb
  material?: MaterialWord
  pattern?: PatternWord
  size?: { name: string; wide: number; tall: number }
  outline?: "round" | "square"
  subject?: SubjectWord
  part?: PartWord
  place?: PlaceWord
  surface?: SurfaceWord
  stand?: true
  light?: LightWord
  view?: ViewWord
  mood?: MoodWord
  prop?: PropWord
  count?: number
}

const lexicon = new Map<string, Meaning>()

function learn(phrase: string, meaning: Meaning): void {
  const key = keyOf(phrase.trim())
  lexicon.set(key, { ...meaning, ...lexicon.get(key) })
}

function learnLists<Name extends string>(lists: Readonly<Record<Name, string>>, make: (name: Name) => Meaning): void {
  for (const name of Object.keys(lists) as Name[]) {
    for (const phrase of lists[name].split(",")) learn(phrase, make(name))
  }
}

learnLists(subjectWords, (subject) => ({ subject }))
learnLists(partWords, (part) => ({ part }))
learnLists(materialWords, (material) => ({ material }))
learnLists(patternWords, (pattern) => ({ pattern }))
learnLists(placeWords, (place) => ({ place }))
learnLists(surfaceWords, (surface) => ({ surface }))
learnLists(standWords, () => ({ stand: true }))
learnLists(lightWords, (light) => ({ light }))
learnLists(viewWords, (view) => ({ view }))
learnLists(moodWords, (mood) => ({ mood }))
learnLists(propWords, (prop) => ({ prop }))
for (const [word, hex] of Object.entries(colourWords)) learn(word, { colour: linear(hex) })
for (const [word, shade] of Object.entries(shadeWords)) learn(word, { shade })
for (const [word, size] of Object.entries(sizeWords)) learn(word, { size })
for (const [word, outline] of Object.entries(outlineWords)) learn(word, { outline })
const numbers = "one,two,three,four,five,six,seven,eight,nine".split(",")
numbers.forEach((word, i) => {
  learn(word, { count: i + 1 })
  learn(String(i + 1), { count: i + 1 })
})
learn("dozen", { count: 9 })
for (const half of ["half dozen", "half a dozen"]) learn(half, { count: 6 })
learn("pair", { count: 2 })
learn("several", { count: 3 })
learn("few", { count: 3 })
learn("many", { count: 5 })
learn("couple", { count: 2 })
learn("trio", { count: 3 })
learn("duo", { count: 2 })

const longestPhrase = 4

/** A phrase found in the vocabulary. */
export interface Match {
  /** How many words it spans, at least 1. */
  words: number
  meaning: Meaning
  /** The vocabulary's own form of it. */
  phrase: string
  /** True when the person wrote more than one ("mugs" for "mug"). */
  plural: boolean
}

/** The longest phrase of the vocabulary that starts at `keys[at]`, or null. Plurals match their singular. */
export function lookUp(keys: readonly string[], at: number): Match | null {
  for (let words = Math.min(longestPhrase, keys.length - at); words >= 1; words -= 1) {
    const phrase = keys.slice(at, at + words).join(" ")
    // Alone they are worn; "glasses of zobo" are drunk.
    const isDrunk = phrase === "glasses" && keys[at + 1] === "of"
    for (const form of isDrunk ? ["glass"] : formsOf(phrase)) {
      const meaning = lexicon.get(form)
      if (meaning) return { words, meaning, phrase: form, plural: form !== phrase && form.length < phrase.length }
    }
  }
  return null
}

/** The pattern that a word means, if it means one. */
export const patternOf = (word: string): PatternWord | undefined => lexicon.get(word)?.pattern

function formsOf(phrase: string): string[] {
  const forms = [phrase]
  if (phrase.includes("-")) forms.push(phrase.replaceAll("-", " "))
  if (phrase.endsWith("'s")) forms.push(phrase.slice(0, -2))
  if (phrase.endsWith("ies")) forms.push(`${phrase.slice(0, -3)}y`)
  if (/(s|x|ch|sh)es$/.test(phrase)) forms.push(phrase.slice(0, -2))
  if (phrase.endsWith("s") && !phrase.endsWith("ss")) forms.push(phrase.slice(0, -1))
  const [things = "", contents] = phrase.split(" of ") // "bars of soap"
  if (contents !== undefined && things.endsWith("s")) {
    forms.push(`${things.slice(0, -1)} of ${contents}`)
    if (things.endsWith("es")) forms.push(`${things.slice(0, -2)} of ${contents}`)
  }
  if (phrase.endsWith("coloured")) forms.push(phrase.slice(0, -8).replace(/[- ]$/, ""))
  if (phrase.endsWith("colored")) forms.push(phrase.slice(0, -7).replace(/[- ]$/, ""))
  return forms
}
