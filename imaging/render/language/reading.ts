import type { Rgb } from "./colours.ts"
import type { LightWord, MoodWord, PlaceWord, PropWord, SurfaceWord, ViewWord } from "./scenery-words.ts"
import type { MaterialWord, PartWord, PatternWord, SubjectWord } from "./vocabulary.ts"

/** How a noun was described: everything that stood before it, or after it as in "made of glass". */
export interface Look {
  colours: Rgb[]
  materials: MaterialWord[]
  pattern: PatternWord | null
  /** Stretch in width and height, 1 when no size was named. */
  wide: number
  tall: number
  outline: "round" | "square" | null
  /** The describing words, in order, for the report. */
  words: string[]
}

/** A thing with its description. */
export interface Thing<Name extends string> {
  name: Name
  /** The person's own word for it, singular and lower case ("wine bottle"). */
  word: string
  look: Look
}

/** How a further thing stands to the subject; "around" holds it, "inside" lies in it. */
export type Where = "beside" | "under" | "on top" | "around" | "inside" | "behind" | "before"

/** A further thing and its place. */
export interface Companion extends Thing<SubjectWord> {
  where: Where
  /** Texts it carries. */
  texts: string[]
  /** Its own parts and what is in it. */
  parts: Thing<PartWord>[]
}

/** A part that is not wanted. */
export interface Absent {
  name: PartWord
  /** "no label" */
  phrase: string
  /** True for what may lie around as well ("no flowers"): nothing lies around then. */
  isProp: boolean
}

/** What of a scene words can say, as chips and improvements know it. */
export type SceneRole = "product" | "surface" | "place" | "light" | "mood" | "camera"

/** What a prompt asks for, as far as the vocabulary goes. */
export interface Reading {
  /** Null when the prompt's main thing is not in the vocabulary; `unknown` names it then. */
  subject: (Thing<SubjectWord> & { count: number }) | null
  /** The main thing in the person's words, where it cannot be drawn: "rice cooker". Null also where no thing is named at all. */
  unknown: string | null
  /** Further things, at most two. */
  companions: Companion[]
  parts: Thing<PartWord>[]
  /** Parts the person does not want ("without a label"), in their words. */
  absent: Absent[]
  place: Thing<PlaceWord> | null
  surface: Thing<SurfaceWord> | null
  stand: Look | null
  light: LightWord | null
  view: ViewWord | null
  mood: MoodWord | null
  props: Thing<PropWord>[]
  /** False after "no props", "nothing else". */
  propsWanted: boolean
  /** Texts to show on the subject, in order. */
  texts: string[]
  /** A sign of glowing letters behind everything. */
  neon: { text: string; look: Look } | null
  /** Phrases that took effect, in the person's words. */
  understood: string[]
  /** Things that something else stands in for: "gold folded cloth for “shawl”". */
  substituted: string[]
  /** Words that did not. */
  ignored: string[]
  /** Those of them that name nothing we know. */
  strange: string[]
  /** The words of the prompt that decided each role of the scene. */
  said: Partial<Record<SceneRole, string>>
  /** The prompt's own telling words, for a poster when nothing was recognised. */
  tellingWords: string[]
}

/** An empty description. */
export function noLook(): Look {
  return { colours: [], materials: [], pattern: null, wide: 1, tall: 1, outline: null, words: [] }
}

/** Adds what `extra` says to `look`; what `look` already says about size, pattern and outline stays. */
export function addLook(look: Look, extra: Look): void {
  look.colours.push(...extra.colours)
  look.materials.push(...extra.materials)
  look.pattern ??= extra.pattern
  look.outline ??= extra.outline
  look.wide *= extra.wide
  look.tall *= extra.tall
  look.words.push(...extra.words)
}
