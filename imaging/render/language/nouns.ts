import type { Match, Meaning } from "./lexicon.ts"
import { addCompanion, type Reader, type Relation, takePending, whereAfter } from "./reader.ts"
import { addLook, type Companion, type Reading, type Where } from "./reading.ts"
import { surfaceOfMaterial } from "./scenery-words.ts"
import type { PartWord, SubjectWord } from "./vocabulary.ts"

/** Gives a noun its role: the thing, a part of it, a companion, or something around it. */
export function takeNoun(r: Reader, match: Match, end: number): void {
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
    return
  }
  if (contents) {
    takeContents(r, match)
    return
  }
  if (meaning.part && (reading.subject || !meaning.subject) && !(meaning.prop && relation !== "with")) {
    takePart(r, match)
    return
  }
  if (meaning.subject && !(isRest && (meaning.surface || reading.subject)) && canBeSubject(r, meaning, relation)) {
    takeSubject(r, match, compound, where)
    return
  }
  const before = r.last
  const look = takePending(r)
  r.last = look
  if (meaning.stand) reading.stand ??= look
  else if (meaning.surface) {
    const named = look.materials.map((m) => surfaceOfMaterial[m]).find((name) => name !== undefined)
    reading.surface ??= { name: meaning.surface === "wood" ? (named ?? "wood") : meaning.surface, word, look }
  } else if (meaning.light) reading.light ??= meaning.light
  else if (meaning.place) {
    // The head of "a Lagos living room" is the room.
    const isHead = compound && reading.place?.look === before
    if (!reading.place || reading.place.name === "studio" || isHead) reading.place = { name: meaning.place, word, look }
  } else if (meaning.view) reading.view ??= meaning.view
  else if (meaning.prop) reading.props.push({ name: meaning.prop, word, look })
  else if (meaning.mood) reading.mood ??= meaning.mood
  else if (meaning.subject && reading.subject) addCompanion(r, meaning.subject, word, look, where)
  if (meaning.mood) reading.mood ??= meaning.mood
}

function canBeSubject(r: Reader, meaning: Meaning, relation: Relation): boolean {
  if (r.reading.subject) return !meaning.surface && !meaning.prop && !meaning.place
  if (r.strangeHead && (relation === "on" || relation === "in" || relation === "near")) return false
  return true
}

function takeSubject(r: Reader, match: Match, compound: boolean, where: Where): void {
  const { reading } = r
  const name = match.meaning.subject as SubjectWord
  const look = takePending(r)
  const before = reading.subject
  const isLast = before !== null && r.last === before.look
  r.last = look
  if (!before) {
    reading.subject = { name, word: match.phrase, look, count: countOf(r, name, match.plural) }
  } else if (compound && isLast) {
    addLook(before.look, look)
    before.word = `${before.word} ${match.phrase}`
    if (!holdsItsName.has(before.name)) before.name = name
    r.last = before.look
  } else addCompanion(r, name, match.phrase, look, where)
  r.count = null
}

/** Things that stay themselves when their container is named after them ("perfume jar" is still perfume). */
const holdsItsName: ReadonlySet<SubjectWord> = new Set(["perfume", "dropper", "candle", "fruit", "cake"])
/** Things that come in twos, so that their plural is one of them. */
const pairs: ReadonlySet<SubjectWord> = new Set(
  "earrings sunglasses sneaker sandal heel headphones fruit beads".split(" ") as SubjectWord[],
)

function countOf(r: Reader, name: SubjectWord, plural: boolean): number {
  if (r.count !== null) return Math.min(5, pairs.has(name) && r.count === 2 ? 1 : r.count)
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
