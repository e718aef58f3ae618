import { lookUp, type Match, type Meaning } from "./lexicon.ts"
import { addLook, type Look, noLook, type Reading } from "./reading.ts"
import { surfaceOfMaterial } from "./scenery-words.ts"
import { fillerWords, lettering, negations, relationWords, stopWords, strangeHeads } from "./small-words.ts"
import { type Token, tokenize } from "./tokens.ts"
import { type PartWord, type SubjectWord, subjectWords } from "./vocabulary.ts"

type Relation = "on" | "in" | "with" | "of" | "near" | null

interface Reader {
  tokens: Token[]
  keys: string[]
  used: boolean[]
  reading: Reading
  /** Describing words that wait for their noun. */
  pending: Look
  pendingAt: number[]
  /** The shade word that waits for its colour. */
  shade: Meaning["shade"]
  count: number | null
  relation: Relation
  /** The description of the noun named last, for words that come after it. */
  last: Look | null
  /** Token number just after the last noun, to see compounds. */
  lastEnd: number
  /** A noun we do not know came first, so what follows "on" or "in" cannot be the subject. */
  strangeHead: boolean
}

/**
 * Reads a prompt: finds the thing, its parts, its surroundings, the text to show, and binds every colour, material and
 * size to the noun it belongs to. Takes any Unicode text of any length (the first 5,000 letters count), never throws.
 */
export function readPrompt(prompt: string): Reading {
  const tokens = tokenize(prompt)
  const r: Reader = {
    tokens,
    keys: tokens.map((token) => (token.kind === "word" ? token.key : "\u0000")),
    used: tokens.map(() => false),
    reading: emptyReading(),
    pending: noLook(),
    pendingAt: [],
    shade: undefined,
    count: null,
    relation: null,
    last: null,
    lastEnd: -1,
    strangeHead: false,
  }
  let at = 0
  while (at < tokens.length) at = step(r, at)
  bindLoose(r)
  finish(r)
  return r.reading
}

function step(r: Reader, at: number): number {
  const token = r.tokens[at] as Token
  if (token.kind === "quote") {
    addText(r, token.raw)
    r.used[at] = true
    return at + 1
  }
  if (token.kind === "break") {
    bindLoose(r)
    r.relation = null
    return at + 1
  }
  const key = token.key
  const match = lookUp(r.keys, at)
  if (negations.has(key)) return negate(r, at)
  if (lettering[key] && (match?.words ?? 1) === 1) {
    const next = readLettering(r, at)
    if (next > at) return next
  }
  if (match && !(match.words === 1 && stopWords.has(key))) return takeMatch(r, at, match)
  const relation = relationWords[key]
  if (relation) {
    bindLoose(r)
    r.relation = relation
    r.used[at] = true
    return at + 1
  }
  if (stopWords.has(key) || fillerWords.has(key)) {
    r.used[at] = true
    return at + 1
  }
  strangeWord(r, at)
  return at + 1
}

function strangeWord(r: Reader, at: number): void {
  if (at === r.lastEnd && strangeHeads.has(r.keys[at] ?? "")) {
    r.reading.subject = null
    r.strangeHead = true
    return
  }
  const endsPhrase = !nounPhraseGoesOn(r, at + 1)
  if (endsPhrase && !r.reading.subject && r.relation === null) r.strangeHead = true
}

/** True when the word at `at` still belongs to the noun phrase of the word before it. */
function nounPhraseGoesOn(r: Reader, at: number): boolean {
  const token = r.tokens[at]
  if (token?.kind !== "word") return false
  if (relationWords[token.key] || negations.has(token.key) || stopWords.has(token.key)) return false
  return lookUp(r.keys, at) !== null || !fillerWords.has(token.key)
}

function takeMatch(r: Reader, at: number, match: Match): number {
  const { meaning, words } = match
  const end = at + words
  const describes =
    meaning.colour || meaning.shade || meaning.material || meaning.pattern || meaning.size || meaning.outline
  const names = isNoun(meaning)
  const followed = nounPhraseGoesOn(r, end) && describedAhead(r, end)
  const afterNoun = r.last !== null && saysOfWhat(r.relation, meaning)
  if (meaning.count !== undefined && !names && !describes) {
    r.count = meaning.count
    r.used[at] = true
  } else if (describes && (!names || followed || afterNoun)) {
    describe(r, match)
    for (let i = at; i < end; i += 1) r.pendingAt.push(i)
  } else {
    takeNoun(r, match, end)
    for (let i = at; i < end; i += 1) r.used[i] = true
  }
  return end
}

/** True for "a bag in orange" and "a ring of gold", where a word that could be a thing describes the one before. */
function saysOfWhat(relation: Relation, meaning: Meaning): boolean {
  if (relation === "in") return Boolean(meaning.colour ?? meaning.material)
  return relation === "of" && Boolean(meaning.material) && !meaning.subject && !meaning.part
}

function isNoun(meaning: Meaning): boolean {
  const { subject, part, place, surface, stand, light, view, mood, prop } = meaning
  return Boolean(subject ?? part ?? place ?? surface ?? stand ?? light ?? view ?? mood ?? prop)
}

/** True when a word we know as a noun, or as describing one, follows directly. */
function describedAhead(r: Reader, at: number): boolean {
  for (let i = at; i < Math.min(at + 3, r.tokens.length); i += 1) {
    const token = r.tokens[i]
    if (token?.kind !== "word" || relationWords[token.key]) return false
    if (lookUp(r.keys, i)) return true
  }
  return false
}

function describe(r: Reader, match: Match): void {
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

function takePending(r: Reader): Look {
  const look = r.pending
  for (const at of r.pendingAt) r.used[at] = true
  r.pending = noLook()
  r.pendingAt = []
  r.shade = undefined
  return look
}

/** Gives describing words without a noun of their own to the noun before, or to what "on" and "against" point at. */
function bindLoose(r: Reader): void {
  const { colours, materials, words } = r.pending
  if (words.length === 0) return
  const material = materials[0]
  const surface = material ? surfaceOfMaterial[material] : undefined
  if (r.relation === "on" && surface) {
    r.reading.surface ??= { name: surface, word: material ?? surface, look: takePending(r) }
  } else if (r.relation === "on" && colours.length > 0) {
    r.reading.place ??= { name: "studio", word: "background", look: takePending(r) }
  } else if (
    r.last &&
    words.some((word) => lookUp(word.split(" "), 0)?.meaning.shade === undefined || colours.length)
  ) {
    addLook(r.last, takePending(r))
  }
}

function takeNoun(r: Reader, match: Match, end: number): void {
  const { meaning, phrase: word } = match
  const { reading } = r
  const isRest = r.relation === "on" || (r.relation === "near" && !meaning.subject)
  const compound = r.lastEnd === end - match.words
  const { relation } = r
  const contents = relation === "of" && reading.subject && (meaning.part ?? meaning.subject)
  const potted = relation === "in" && reading.subject?.name === "planter" && meaning.subject
  r.lastEnd = end
  r.relation = null
  if (potted) return takePart(r, match, "holder")
  if (contents) return takeContents(r, match)
  if (meaning.part && (reading.subject || !meaning.subject) && !(meaning.prop && relation !== "with")) {
    return takePart(r, match)
  }
  if (meaning.subject && !(isRest && (meaning.surface || reading.subject)) && canBeSubject(r, meaning, relation)) {
    return takeSubject(r, match, compound)
  }
  const look = takePending(r)
  r.last = look
  if (meaning.stand) reading.stand ??= look
  else if (meaning.surface) {
    const named = look.materials.map((m) => surfaceOfMaterial[m]).find((name) => name !== undefined)
    reading.surface ??= { name: meaning.surface === "wood" ? (named ?? "wood") : meaning.surface, word, look }
  } else if (meaning.light) reading.light ??= meaning.light
  else if (meaning.place) {
    if (!reading.place || reading.place.name === "studio") reading.place = { name: meaning.place, word, look }
  } else if (meaning.view) reading.view ??= meaning.view
  else if (meaning.prop) reading.props.push({ name: meaning.prop, word, look })
  else if (meaning.mood) reading.mood ??= meaning.mood
  else if (meaning.subject && reading.subject && reading.companions.length < 2) {
    reading.companions.push({ name: meaning.subject, word, look })
  }
  if (meaning.mood) reading.mood ??= meaning.mood
}

function canBeSubject(r: Reader, meaning: Meaning, relation: Relation): boolean {
  if (r.reading.subject) return !meaning.surface && !meaning.prop && !meaning.place
  if (r.strangeHead && (relation === "on" || relation === "in" || relation === "near")) return false
  return true
}

function takeSubject(r: Reader, match: Match, compound: boolean): void {
  const { reading } = r
  const name = match.meaning.subject as SubjectWord
  const look = takePending(r)
  r.last = look
  const before = reading.subject
  if (!before) {
    reading.subject = { name, word: match.phrase, look, count: countOf(r, name, match.plural) }
  } else if (compound) {
    addLook(before.look, look)
    before.word = `${before.word} ${match.phrase}`
    if (!holdsItsName.has(before.name)) before.name = name
    r.last = before.look
  } else if (reading.companions.length < 2) {
    reading.companions.push({ name, word: match.phrase, look })
  }
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
  } else {
    const look = takePending(r)
    r.last = look
    reading.parts.push({ name: part === undefined || subject ? "filling" : part, word: match.phrase, look })
  }
}

function takePart(r: Reader, match: Match, name: PartWord = match.meaning.part ?? "filling"): void {
  const look = takePending(r)
  r.last = look
  r.reading.parts.push({ name, word: match.phrase, look })
}

function negate(r: Reader, at: number): number {
  let next = at + 1
  while (next < r.tokens.length && stopWords.has(r.keys[next] ?? "")) next += 1
  const match = lookUp(r.keys, next)
  if (/^props?$/.test(r.keys[next] ?? "") || match?.meaning.prop) {
    r.reading.propsWanted = false
    r.reading.understood.push(`no ${r.tokens[next]?.raw ?? "props"}`)
  } else if (match?.meaning.part) {
    r.reading.absent.push(match.meaning.part)
    r.reading.understood.push(`no ${match.phrase}`)
  } else {
    return next + (match?.words ?? 1) // unused tokens are reported as ignored
  }
  const end = next + (match?.words ?? 1)
  for (let i = at; i < end; i += 1) r.used[i] = true
  return end
}

/** @returns the token number after the lettering, or `at` when the word announces none */
function readLettering(r: Reader, at: number): number {
  let next = at + 1
  while (stopWords.has(r.keys[next] ?? "") || lettering[r.keys[next] ?? ""] || r.tokens[next]?.raw === ":") next += 1
  if (r.tokens[next]?.kind === "quote") {
    for (let i = at; i < next; i += 1) r.used[i] = true
    return next
  }
  const words: string[] = []
  let end = next
  while (words.length < 6 && r.tokens[end]?.kind === "word") {
    const token = r.tokens[end] as Token
    const capital = /^[\p{Lu}\p{N}₦&@#]/u.test(token.raw)
    if (words.length > 0 && !capital && (relationWords[token.key] || lettering[r.keys[at] ?? ""] === "capitals")) break
    if (words.length === 0 && !capital && lettering[r.keys[at] ?? ""] === "capitals") break
    words.push(token.raw)
    end += 1
  }
  if (words.length === 0) return at
  addText(r, words.join(" "))
  for (let i = at; i < end; i += 1) r.used[i] = true
  return end
}

function addText(r: Reader, text: string): void {
  if (r.reading.texts.length < 3) r.reading.texts.push(text.slice(0, 60))
}

function finish(r: Reader): void {
  const { reading } = r
  const say = (look: Look, word: string): void => {
    reading.understood.push([...look.words, word].join(" "))
  }
  const { subject } = reading
  if (subject) {
    const number = subject.count > 1 ? [`${subject.count} ×`] : []
    reading.understood.push([...number, ...subject.look.words, subject.word].join(" "))
  }
  for (const thing of [...reading.parts, ...reading.companions]) say(thing.look, thing.word)
  if (reading.stand) say(reading.stand, "podium")
  for (const thing of [reading.surface, reading.place]) if (thing) say(thing.look, spoken(thing.look, thing.word))
  if (reading.light) reading.understood.push(`${reading.light} light`)
  if (reading.mood) reading.understood.push(`${reading.mood} mood`)
  if (reading.view) reading.understood.push(`${reading.view} view`)
  for (const prop of reading.props) say(prop.look, prop.word)
  for (const text of reading.texts) reading.understood.push(`the text “${text}”`)
  reading.understood = [...new Set(reading.understood)]
  collectIgnored(r)
}

/** Avoids "marble marble" when a material stands for its surface. */
function spoken(look: Look, word: string): string {
  return look.words.includes(word) || look.words.some((w) => w.startsWith(word)) ? "surface" : word
}

function collectIgnored(r: Reader): void {
  let run: string[] = []
  const flush = (): void => {
    if (run.length > 0) r.reading.ignored.push(run.join(" "))
    run = []
  }
  r.tokens.forEach((token, at) => {
    if (token.kind === "word" && !r.used[at]) run.push(token.raw)
    else if (token.kind !== "word" || !stopWords.has(token.key) || run.length === 0) flush()
    if (token.kind === "word" && !stopWords.has(token.key) && !fillerWords.has(token.key)) {
      if (!relationWords[token.key]) r.reading.tellingWords.push(token.raw)
    }
  })
  flush()
  r.reading.ignored = [...new Set(r.reading.ignored)].slice(0, 40)
}

function emptyReading(): Reading {
  return {
    subject: null,
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
    understood: [],
    ignored: [],
    tellingWords: [],
  }
}

/** Every subject name, in the order of the vocabulary. */
export const subjectNames = Object.keys(subjectWords) as SubjectWord[]
