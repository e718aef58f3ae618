import type { Match, Meaning } from "./lexicon.ts"
import { lookUp } from "./lexicon.ts"
import { addLook, type Look, noLook, type Reading, type SceneRole, type Where } from "./reading.ts"
import { surfaceOfMaterial } from "./scenery-words.ts"
import type { Token } from "./tokens.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** How the next noun relates to the one before. */
export type Relation = "on" | "in" | "with" | "of" | "near" | null

/** What a relation says of the thing before it: on, in, behind, before or beside the thing after it. */
export type Side = "on" | "in" | "behind" | "before" | "beside"

/** Where the thing after a relation stands to the thing before it. */
export const whereAfter: Readonly<Record<Side, Where>> = {
  on: "under",
  in: "around",
  behind: "before",
  before: "behind",
  beside: "beside",
}

/** Where reading stands: what is found, and which describing words still wait for their noun. */
export interface Reader {
  tokens: Token[]
  keys: string[]
  used: boolean[]
  /** Tokens that we know and had no use for, such as a fourth thing or a second light. */
  unneeded: Set<number>
  reading: Reading
  /** Describing words that wait for their noun. */
  pending: Look
  pendingAt: number[]
  /** The shade word that waits for its colour. */
  shade: Meaning["shade"]
  count: number | null
  /** Token number of the word for it. */
  countAt: number
  relation: Relation
  /** Where the thing named last stands to the noun that comes, when the relation says so. */
  side: Side | null
  /** Token numbers of the place and its description. */
  placeAt: number[]
  /** The description of the noun named last, for words that come after it. */
  last: Look | null
  /** Token number just after the last noun, to see compounds. */
  lastEnd: number
  /** A noun we do not know came first, so what follows "on" or "in" cannot be the subject. */
  strangeHead: boolean
  /** "two pairs of": the number is of pairs. */
  countsPairs: boolean
}

/** Puts describing words aside until their noun comes. */
export function describe(r: Reader, match: Match): void {
  const { meaning, phrase } = match
  const look = r.pending
  if (meaning.colour) {
    look.colours.push(r.shade ? r.shade(meaning.colour) : meaning.colour)
    r.shade = undefined
  }
  if (meaning.material) look.materials.push(meaning.material)
  if (meaning.pattern) look.pattern ??= meaning.pattern
  if (meaning.size) {
    look.wide *= meaning.size.wide
    look.tall *= meaning.size.tall
  }
  if (meaning.outline) look.outline = meaning.outline
  if (meaning.shade && !meaning.colour) r.shade = meaning.shade
  look.words.push(phrase)
}

/** Hands the waiting words to the noun that came. */
export function takePending(r: Reader): Look {
  const look = r.pending
  for (const at of r.pendingAt) r.used[at] = true
  if (look.words.includes("neon") && look.colours.length === 0) r.reading.light ??= "neon"
  r.pending = noLook()
  r.pendingAt = []
  r.shade = undefined
  return look
}

/** Notes which words decided a role of the scene. */
export function noteSaid(r: Reader, role: SceneRole, tokens: readonly number[]): void {
  r.reading.said[role] = tokens.map((at) => r.tokens[at]?.raw).join(" ")
}

/** Gives describing words without a noun of their own to the noun before, or to what "on" and "against" point at. */
export function bindLoose(r: Reader): void {
  const { colours, materials, words } = r.pending
  if (words.length === 0) return
  const material = materials[0]
  const surface = material ? surfaceOfMaterial[material] : undefined
  if (r.relation === "on" && surface) {
    if (!r.reading.surface) noteSaid(r, "surface", r.pendingAt)
    r.reading.surface ??= { name: surface, word: material ?? surface, look: takePending(r) }
  } else if (r.relation === "on" && isCounted(r)) {
    r.pending = noLook() // "on a camel": an animal, not a colour
    r.pendingAt = []
  } else if (r.relation === "on" && colours.length > 0) {
    if (!r.reading.place) noteSaid(r, "place", r.pendingAt)
    r.reading.place ??= { name: "studio", word: "background", look: takePending(r) }
  } else if (
    r.last &&
    words.some((word) => lookUp(word.split(" "), 0)?.meaning.shade === undefined || colours.length)
  ) {
    addLook(r.last, takePending(r))
  }
}

/** Tells words as ignored that we know and cannot draw here. */
export function leave(r: Reader, tokens: readonly number[]): void {
  for (const at of tokens) {
    r.used[at] = false
    r.unneeded.add(at)
  }
}

/** A further thing. @returns false when there are two already: more are not drawn */
export function addCompanion(r: Reader, name: SubjectWord, word: string, look: Look, where: Where): boolean {
  if (r.reading.companions.length >= 2) return false
  r.reading.companions.push({ name, word, look, where, texts: [], parts: [] })
  if (r.count !== null && r.count > (pairs.has(name) ? 2 : 1)) leave(r, [r.countAt])
  return true
}

/** Things that come in twos, so that their plural is one of them. */
export const pairs: ReadonlySet<SubjectWord> = new Set(
  "earrings earbuds diapers wipes curtains sunglasses trousers sneaker formalshoe sandal heel headphones fruit beads".split(
    " ",
  ) as SubjectWord[],
)

/** True when an article stands right before the waiting words. */
function isCounted(r: Reader): boolean {
  const before = r.keys[(r.pendingAt[0] ?? 0) - 1]
  return before === "a" || before === "an"
}

/** Nothing read yet. */
export function emptyReading(): Reading {
  return {
    subject: null,
    unknown: null,
    companions: [],
    parts: [],
    absent: [],
    place: null,
    surface: null,
    stand: null,
    light: null,
    view: null,
    mood: null,
    props: [],
    propsWanted: true,
    texts: [],
    neon: null,
    understood: [],
    substituted: [],
    ignored: [],
    strange: [],
    said: {},
    tellingWords: [],
  }
}
