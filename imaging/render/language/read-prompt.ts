import { readContainer } from "./containers.ts"
import { readCountAfter } from "./count-after.ts"
import { readHair } from "./hair-words.ts"
import { addText, readLettering } from "./lettering.ts"
import { lookUp, type Match, type Meaning } from "./lexicon.ts"
import { readMeasure } from "./measures.ts"
import { negate } from "./negations.ts"
import { readNeon } from "./neon.ts"
import { takeNoun } from "./nouns.ts"
import { bindLoose, describe, emptyReading, type Reader, type Relation } from "./reader.ts"
import { noLook, type Reading } from "./reading.ts"
import { readRelation } from "./relations.ts"
import { report } from "./report.ts"
import { surfaceOfMaterial } from "./scenery-words.ts"
import { settle } from "./settle.ts"
import {
  actions,
  fillerWords,
  lettering,
  negations,
  neverNouns,
  relationWords,
  stopWords,
  strangeCompounds,
  strangeHeads,
  withinCompounds,
} from "./small-words.ts"
import { type Token, tokenize } from "./tokens.ts"

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
    unneeded: new Set(),
    reading: emptyReading(),
    pending: noLook(),
    pendingAt: [],
    shade: undefined,
    count: null,
    countAt: -1,
    relation: null,
    side: null,
    placeAt: [],
    last: null,
    lastEnd: -1,
    strangeHead: false,
    countsPairs: false,
  }
  let at = 0
  while (at < tokens.length) at = step(r, at)
  bindLoose(r)
  settle(r)
  report(r)
  return r.reading
}

function step(r: Reader, at: number): number {
  const token = r.tokens[at] as Token
  const afterNeon = readNeon(r, at)
  if (afterNeon > at) return afterNeon
  if (token.kind === "quote") {
    addText(r, token.raw)
    r.used[at] = true
    return at + 1
  }
  if (token.kind === "break") {
    bindLoose(r)
    r.relation = null
    r.side = null
    return at + 1
  }
  const key = token.key
  const afterCount = readCountAfter(r, at)
  if (afterCount > at) return afterCount
  const afterMeasure = readMeasure(r, at)
  if (afterMeasure > at) return afterMeasure
  const afterContainer = readContainer(r, at)
  if (afterContainer > at) return afterContainer
  const afterHair = readHair(r, at)
  if (afterHair > at) return afterHair
  const afterRelation = readRelation(r, at)
  if (afterRelation > at) return afterRelation
  const compound = strangeCompoundAt(r, at)
  if (compound > at) {
    // None of its words is one of ours, alone or with what stood before.
    r.lastEnd = -1
    strangeWord(r, compound - 1)
    return compound
  }
  const match = lookUp(r.keys, at)
  if (negations.has(key)) return negate(r, at)
  if (lettering[key] && (match?.words ?? 1) === 1) {
    const next = readLettering(r, at)
    if (next > at) return next
  }
  if (match && !(match.words === 1 && stopWords.has(key))) return takeMatch(r, at, match)
  if (stopWords.has(key) || fillerWords.has(key)) {
    r.used[at] = true
    return at + 1
  }
  strangeWord(r, at)
  return at + 1
}

function strangeWord(r: Reader, at: number): void {
  const { subject, companions } = r.reading
  const isOfSubject = !subject || r.last === subject.look
  const isOfOther = companions.some(({ look }) => look === r.last)
  if (followsNoun(r, at) && isStrangeHead(r, at) && (isOfSubject || isOfOther)) {
    if (isOfOther) r.reading.companions = companions.filter(({ look }) => look !== r.last)
    else {
      r.reading.parts = r.reading.parts.filter(({ look }) => look !== r.last)
      r.reading.subject = null
      foundStrange(r, at)
    }
    for (let i = startOfName(r, at); i < at; i += 1) r.used[i] = false
    return
  }
  const endsPhrase = !nounPhraseGoesOn(r, at + 1)
  if (endsPhrase) {
    r.count = null
    r.pending = noLook() // they described the strange thing, not what comes next
    r.pendingAt = []
  }
  if (endsPhrase && !r.reading.subject && r.relation === null) foundStrange(r, at)
}

/** The main thing is one that we do not know; `at` is the last word of its name. */
function foundStrange(r: Reader, at: number): void {
  r.strangeHead = true
  const from = startOfName(r, at)
  let end = at + 1
  while (end > from + 1 && !canBeNoun(r.keys[end - 1] ?? "") && lookUp(r.keys, end - 1) === null) end -= 1
  r.reading.unknown ??= r.tokens
    .slice(from, end)
    .map(({ raw }) => raw)
    .join(" ")
}

/** True when `at` comes right after a noun, or after one of the words that stand within compounds ("lace front wig"). */
function followsNoun(r: Reader, at: number): boolean {
  let before = at
  while (before > 0 && before > r.lastEnd && withinCompounds.has(r.keys[before - 1] ?? "")) before -= 1
  return before === r.lastEnd && r.lastEnd > 0
}

/** Where the name of the strange thing begins that ends at `at`: nouns belong to it ("rice cooker"), what describes it does not. */
function startOfName(r: Reader, at: number): number {
  let from = at
  for (let i = at - 1; i >= 0 && isOfName(r, i); i -= 1) from = i
  return from
}

function isOfName(r: Reader, at: number): boolean {
  const token = r.tokens[at]
  if (token?.kind !== "word" || relationWords[token.key] || negations.has(token.key)) return false
  if (withinCompounds.has(token.key)) return true
  if (stopWords.has(token.key) || fillerWords.has(token.key) || /^\d/.test(token.key)) return false
  const meaning = lookUp([token.key], 0)?.meaning
  return meaning === undefined || (isNoun(meaning) && !describesThings(meaning) && meaning.mood === undefined)
}

/** The token number after a known name of something that we cannot draw, though we know its words ("car seat"); else `at`. */
function strangeCompoundAt(r: Reader, at: number): number {
  for (const words of [3, 2]) {
    if ((lookUp(r.keys, at)?.words ?? 0) > words) return at
    const name = r.keys.slice(at, at + words).join(" ")
    if (strangeCompounds.has(name) || strangeCompounds.has(name.replace(/s$/, ""))) return at + words
  }
  return at
}

/** True when an unknown word makes another thing of the noun before it ("phone case"), and does not describe or place it. */
function isStrangeHead(r: Reader, at: number): boolean {
  const key = r.keys[at] ?? ""
  if (strangeHeads.has(key)) return true
  if (lookUp(r.keys, at) !== null || stopWords.has(key) || fillerWords.has(key) || relationWords[key]) return false
  // "bag Nike", "rice MAMA T": a name. Where the noun before it has a capital too, so has everything.
  const [own = "", before = ""] = [r.tokens[at]?.raw, r.tokens[at - 1]?.raw]
  const isName = /^\p{Lu}/u.test(own) && !/^\p{Lu}/u.test(before)
  return !isName && canBeNoun(key) && !nounPhraseGoesOn(r, at + 1)
}

function canBeNoun(key: string): boolean {
  return /^\p{L}[\p{L}-]{2,}$/u.test(key) && !neverNouns.test(key) && !actions.has(key)
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
  const describes = describesThings(meaning)
  const names = isNoun(meaning)
  const followed = nounPhraseGoesOn(r, end) && describedAhead(r, end)
  const isSurface =
    r.relation === "on" && meaning.material !== undefined && surfaceOfMaterial[meaning.material] !== undefined
  const afterNoun = isSurface || (r.last !== null && saysOfWhat(r.relation, meaning))
  if (meaning.count !== undefined && !names && !describes) {
    r.countsPairs = match.phrase === "pair" && r.count !== null
    if (!r.countsPairs) {
      r.count = meaning.count
      r.countAt = at
    }
    r.used[at] = true
  } else if (describes && (!names || followed || afterNoun)) {
    describe(r, match)
    for (let i = at; i < end; i += 1) r.pendingAt.push(i)
  } else if (belongsToStrangeHead(r, at, end, meaning)) {
    passOver(r)
  } else {
    takeNoun(r, match, end)
    // "A table with four legs and a mug": the number was of the legs; "two garden chairs": it is not of the garden.
    if (!nounPhraseGoesOn(r, end)) r.count = null
  }
  return end
}

/** True for the "phone" of "a laptop and a phone charger": a further thing that we cannot draw. */
function belongsToStrangeHead(r: Reader, at: number, end: number, { subject: thing, part, surface }: Meaning): boolean {
  const { subject } = r.reading
  const isOfSubject = r.lastEnd === at && r.last === subject?.look
  const isThing = Boolean(thing ?? part ?? surface)
  return subject !== null && !isOfSubject && isThing && r.tokens[end]?.kind === "word" && isStrangeHead(r, end)
}

/** Leaves a noun out, with the words that describe it; what follows is not said of the thing before it either. */
function passOver(r: Reader): void {
  r.pending = noLook()
  r.pendingAt = []
  r.count = null
  r.relation = null
  r.side = null
  r.last = null
}

/** True for "a bag in orange" and "a ring of gold", where a word that could be a thing describes the one before. */
function saysOfWhat(relation: Relation, meaning: Meaning): boolean {
  if (relation === "in") return Boolean(meaning.colour ?? meaning.material)
  return relation === "of" && Boolean(meaning.material) && !meaning.subject && !meaning.part
}

function describesThings({ colour, shade, material, pattern, size, outline }: Meaning): boolean {
  return Boolean(colour ?? shade ?? material ?? pattern ?? size ?? outline)
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
    const match = lookUp(r.keys, i)
    // "Ankara 6 yards": a number begins another phrase.
    if (match) return match.meaning.count === undefined
  }
  return false
}
