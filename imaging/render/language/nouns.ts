import { lookUp, type Match, type Meaning } from "./lexicon.ts"
import { addCompanion, leave, noteSaid, pairs, type Reader, type Relation, takePending, whereAfter } from "./reader.ts"
import { addLook, type Companion, type Look, type Reading, type Thing, type Where } from "./reading.ts"
import { type PlaceWord, type SurfaceWord, surfaceOfMaterial } from "./scenery-words.ts"
import type { PartWord, SubjectWord } from "./vocabulary.ts"

/**
 * Gives a noun its role: the thing, a part of it, a companion, or something around it. Words without a role here are told
 * as ignored: a fourth thing, a second light, what a thing we do not know stands on.
 */
export function takeNoun(r: Reader, match: Match, end: number): void {
  const own = Array.from({ length: match.words }, (_, i) => end - match.words + i)
  const words = [...r.pendingAt, ...own]
  const { surface, stand, place, light, mood, view } = r.reading
  const isUsed = giveRole(r, match, end, words)
  const now = r.reading
  if (now.surface !== surface || now.stand !== stand) noteSaid(r, "surface", words)
  if (now.place !== place) noteSaid(r, "place", words)
  if (now.light !== light) noteSaid(r, "light", words)
  if (now.mood !== mood) noteSaid(r, "mood", words)
  if (now.view !== view) noteSaid(r, "camera", words)
  if (isUsed) for (const at of own) r.used[at] = true
  else leave(r, words)
}

/** @returns false when there is no use for it */
function giveRole(r: Reader, match: Match, end: number, words: readonly number[]): boolean {
  const { meaning, phrase: word } = match
  const { reading } = r
  const isRest = r.relation === "on" || (r.relation === "near" && !meaning.subject)
  const compound = r.lastEnd === end - match.words
  const { relation } = r
  const contents = relation === "of" && reading.subject && (meaning.part ?? meaning.subject)
  const potted = relation === "in" && reading.subject?.name === "planter" && meaning.subject
  const where = whereAfter[r.side ?? "beside"]
  r.lastEnd = end
  r.relation = null
  r.side = null
  if (potted) {
    takePart(r, match, "holder")
    return true
  }
  if (contents) {
    takeContents(r, match)
    return true
  }
  if (meaning.part && (reading.subject || !meaning.subject) && !(meaning.prop && relation !== "with")) {
    takePart(r, match)
    return true
  }
  if (meaning.subject && !(isRest && (meaning.surface || reading.subject)) && canBeSubject(r, meaning, relation)) {
    return takeSubject(r, match, compound, where)
  }
  const before = r.last
  const isColoured = r.pending.colours.length > 0 || r.pending.materials.length > 0
  const describing = r.pendingAt.filter((at) => lookUp(r.keys, at)?.meaning.light === undefined)
  const look = takePending(r)
  r.last = look
  reading.mood ??= meaning.mood ?? null
  if (meaning.stand) {
    if (reading.stand) return false
    reading.stand = look
    return true
  }
  if (meaning.surface) return takeSurface(reading, meaning.surface, word, look)
  if (meaning.light) {
    if (isColoured) leave(r, describing)
    reading.light ??= meaning.light
    return reading.light === meaning.light
  }
  if (meaning.place) return takePlace(r, { name: meaning.place, word, look }, words, compound ? before : null)
  if (meaning.view) {
    reading.view ??= meaning.view
    return reading.view === meaning.view
  }
  if (meaning.prop) {
    reading.props.push({ name: meaning.prop, word, look })
    return true
  }
  if (meaning.mood) return reading.mood === meaning.mood
  return Boolean(meaning.subject && reading.subject) && addThing(r, meaning.subject as SubjectWord, word, look, where)
}

function takeSurface(reading: Reading, name: SurfaceWord, word: string, look: Look): boolean {
  const named = look.materials.map((m) => surfaceOfMaterial[m]).find((surface) => surface !== undefined)
  const surface = name === "wood" ? (named ?? "wood") : name
  if (reading.surface) return reading.surface.name === surface && look.words.length === 0
  reading.surface = { name: surface, word, look }
  return true
}

/** @param before the description of the noun that this one is compounded with: the head of "a Lagos living room" is the room */
function takePlace(r: Reader, place: Thing<PlaceWord>, words: readonly number[], before: Look | null): boolean {
  const known = r.reading.place
  const isPlain = ({ name, look }: Thing<PlaceWord>): boolean => name === "studio" && look.words.length === 0
  const isHead = known !== null && known.look === before
  if (known && known.name !== "studio" && !isHead)
    return isPlain(place) || (known.name === place.name && place.look.words.length === 0)
  if (known && !isPlain(known) && known.name !== place.name) leave(r, r.placeAt)
  r.reading.place = place
  r.placeAt = [...words]
  return true
}

function canBeSubject(r: Reader, meaning: Meaning, relation: Relation): boolean {
  if (r.reading.subject) return !meaning.surface && !meaning.prop && !meaning.place
  if (r.strangeHead && (relation === "on" || relation === "in" || relation === "near")) return false
  return true
}

/** A further thing, or one with the first: "a bouquet in a blue vase". */
function addThing(r: Reader, name: SubjectWord, word: string, look: Look, where: Where): boolean {
  const { subject } = r.reading
  if (!subject || subject.name !== name || (where !== "around" && where !== "under"))
    return addCompanion(r, name, word, look, where)
  addLook(subject.look, look)
  subject.word = `${subject.word} in a ${word}`
  r.last = subject.look
  return true
}

function takeSubject(r: Reader, match: Match, compound: boolean, where: Where): boolean {
  const { reading } = r
  const name = match.meaning.subject as SubjectWord
  const look = takePending(r)
  const before = reading.subject
  const isLast = before !== null && r.last === before.look
  r.last = look
  let isTaken = true
  if (!before) {
    reading.subject = { name, word: match.phrase, look, count: countOf(r, name, match.plural) }
  } else if (compound && isLast) {
    addLook(before.look, look)
    before.word = `${before.word} ${match.phrase}`
    if (!holdsItsName.has(before.name)) before.name = name
    r.last = before.look
  } else isTaken = addThing(r, name, match.phrase, look, where)
  r.count = null
  return isTaken
}

/** More of one kind are not drawn. */
export const mostThings = 9

/** Things that stay themselves when their container is named after them ("perfume jar" is still perfume). */
const holdsItsName: ReadonlySet<SubjectWord> = new Set(["perfume", "dropper", "candle", "fruit", "cake"])
function countOf(r: Reader, name: SubjectWord, plural: boolean): number {
  if (r.count !== null) {
    if (pairs.has(name)) return Math.min(mostThings, r.count === 2 && !r.countsPairs ? 1 : r.count)
    return Math.min(mostThings, r.countsPairs ? 2 * r.count : r.count)
  }
  return plural && !pairs.has(name) ? 3 : 1
}

/** Whose part comes: that of the further thing named last, or the subject's. */
function ownerOf(r: Reader): { parts: Reading["parts"] } {
  const isOwn = (thing: Companion): boolean => [thing, ...thing.parts].some(({ look }) => look === r.last)
  return r.reading.companions.find(isOwn) ?? r.reading
}

/** "bottle of perfume", "cup of coffee", "bowl of oranges". */
function takeContents(r: Reader, match: Match): void {
  const { reading } = r
  const { subject, part } = match.meaning
  const holder = reading.subject
  if (holder && (subject === "perfume" || subject === "dropper") && holder.name === "bottle") {
    holder.name = subject
    holder.word = match.phrase
    addLook(holder.look, takePending(r))
    r.last = holder.look
  } else if (holder && subject === holder.name) {
    holder.word = `${holder.word} of ${match.phrase}` // "jar of shea butter"
    addLook(holder.look, takePending(r))
  } else {
    const owner = ownerOf(r)
    const look = takePending(r)
    r.last = look
    owner.parts.push({ name: part === undefined || subject ? "filling" : part, word: match.phrase, look })
  }
}

function takePart(r: Reader, match: Match, name: PartWord = match.meaning.part ?? "filling"): void {
  const owner = ownerOf(r)
  const look = takePending(r)
  r.last = look
  owner.parts.push({ name, word: match.phrase, look })
}
