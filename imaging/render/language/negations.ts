import { lookUp, type Meaning } from "./lexicon.ts"
import type { Reader } from "./reader.ts"
import { letteringNouns, negations, neverDrawn, relationWords, stopWords } from "./small-words.ts"

/** What is not wanted. */
type Kind = "prop" | "part" | "never"

interface Unwanted {
  kind: Kind
  meaning: Meaning
  /** The token number after it. */
  end: number
}

const articles: ReadonlySet<string> = new Set(["a", "an", "the", "some"])
const longestList = 8

/**
 * Takes "no", "without" and the like with the thing, or the list of things, that is not wanted: "no text, logo or
 * watermark". What we would draw all the same stays unused and is told as ignored.
 * @returns the token number after it
 */
export function negate(r: Reader, at: number): number {
  let next = at + 1
  while (next < r.tokens.length && stopWords.has(r.keys[next] ?? "")) next += 1
  let first: Unwanted | null = null
  let begin = at
  for (let i = 0; i < longestList; i += 1) {
    const found = unwantedAt(r, next, 2)
    if (found) note(r, found, begin, next)
    first ??= found
    const end = found?.end ?? next + (lookUp(r.keys, next)?.words ?? 1)
    const further = nextInList(r, end, first?.kind ?? null)
    if (further === end) return Math.min(end, r.tokens.length)
    for (let k = end; k < further; k += 1) r.used[k] = true
    begin = next = further
  }
  return next
}

function note(r: Reader, { kind, meaning, end }: Unwanted, begin: number, at: number): void {
  const { reading } = r
  const words = r.tokens.slice(at, end).map(({ raw }) => raw)
  const phrase = `no ${words.join(" ")}`
  if (kind === "prop") reading.propsWanted = false
  if (meaning.part) reading.absent.push({ name: meaning.part, phrase, isProp: kind === "prop" })
  reading.understood.push(phrase)
  for (let i = begin; i < end; i += 1) r.used[i] = true
}

/** The thing that is not wanted, after at most `modifiers` words that describe it. */
function unwantedAt(r: Reader, at: number, modifiers: number): Unwanted | null {
  for (let i = at; i <= at + modifiers; i += 1) {
    if (!isContent(r, i)) return null
    const key = r.keys[i] ?? ""
    const match = lookUp(r.keys, i)
    const end = i + (match?.words ?? 1)
    if (/^props?$/.test(key) || match?.meaning.prop) return { kind: "prop", meaning: match?.meaning ?? {}, end }
    if (match?.meaning.part) return { kind: "part", meaning: match.meaning, end }
    if (letteringNouns.has(key)) return { kind: "part", meaning: { part: "label" }, end: i + 1 }
    if (neverDrawn.has(key)) return { kind: "never", meaning: {}, end: i + 1 }
  }
  return null
}

function isContent(r: Reader, at: number): boolean {
  const key = r.keys[at] ?? ""
  return r.tokens[at]?.kind === "word" && !stopWords.has(key) && !relationWords[key] && !negations.has(key)
}

/** Where the next thing of the list begins, or `at` when the list ends here. "No label and a gold cap" wants the cap. */
function nextInList(r: Reader, at: number, kind: Kind | null): number {
  const key = r.keys[at] ?? ""
  if (key === "or" || key === "nor") return afterArticles(r, at + 1)
  if (key === "and") return unwantedAt(r, at + 1, 0)?.kind === kind ? at + 1 : at
  return isComma(r, at) && listGoesOn(r, at, kind) ? afterArticles(r, at + 1 + (isOr(r, at + 1) ? 1 : 0)) : at
}

const isComma = (r: Reader, at: number): boolean => r.tokens[at]?.kind === "break" && r.tokens[at]?.raw === ","
const isOr = (r: Reader, at: number): boolean => r.keys[at] === "or" || r.keys[at] === "nor"

function afterArticles(r: Reader, at: number): number {
  let next = at
  while (articles.has(r.keys[next] ?? "")) next += 1
  return isContent(r, next) ? next : at
}

/** True when a comma separates things that are all unwanted: "or" closes their list, or "and" a list of one kind. */
function listGoesOn(r: Reader, comma: number, kind: Kind | null): boolean {
  let at = comma
  for (let i = 0; i < longestList && isComma(r, at); i += 1) {
    if (isOr(r, at + 1)) return true
    if (r.keys[at + 1] === "and") return unwantedAt(r, at + 2, 0)?.kind === kind
    const thing = unwantedAt(r, at + 1, 0)
    if (!thing && (!isContent(r, at + 1) || lookUp(r.keys, at + 1))) return false
    at = thing?.end ?? at + 2
    if (isOr(r, at)) return true
    if (r.keys[at] === "and") return thing?.kind === kind && unwantedAt(r, at + 1, 0)?.kind === kind
  }
  return false
}
