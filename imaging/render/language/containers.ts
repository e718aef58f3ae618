import { lookUp } from "./lexicon.ts"
import { mostThings } from "./nouns.ts"
import { addCompanion, leave, type Reader, takePending, whereAfter } from "./reader.ts"
import { fillerWords, negations, relationWords, stopWords } from "./small-words.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** Words that name a package when "of" something follows; alone most of them are another thing, or none. */
const containers: Readonly<Record<string, SubjectWord | "goods" | "liquid" | "unknown">> = {
  crate: "crate",
  bag: "goods",
  sack: "goods",
  pack: "pouch",
  packet: "pouch",
  sachet: "pouch",
  carton: "box",
  tin: "can",
  can: "can",
  // Of these only what is in them could be drawn, or not even that.
  tray: "unknown",
  tuber: "unknown",
  bunch: "unknown",
  bolt: "unknown",
  roll: "unknown",
  bucket: "unknown",
  keg: "liquid",
  drum: "unknown",
  gallon: "liquid",
  jerrycan: "liquid",
}

/** What plastic kegs hold: beer and paint come in others. */
const inKegs = /oil|water|kerosene|petrol|diesel|fuel|soap|detergent|bleach|vinegar/

/** What stands in crates. */
const inCrates =
  /malt|beer|drink|mineral|soda|coke|cola|bottle|zobo|water$|\b(orange|apple|mango|lemon|lime|pear|peach|plum|avocado|tomato)(e?s)?$/

/** What a package of this looks like. */
function packageFor(container: SubjectWord | "goods" | "liquid", contents: string): SubjectWord {
  if (container === "liquid") return "keg"
  if (/^(pure |sachet )*water$/.test(contents) && (container === "goods" || container === "pouch")) return "watersachet"
  if (container !== "goods") return container
  return dryGoodsColour(contents) ? "sack" : "pouch"
}

/** Dry goods that are sold out of an open sack, with the colour of their heap. */
export const dryGoods: Readonly<Record<string, string>> = {
  garri: "#e6cf93",
  gari: "#e6cf93",
  rice: "#f1ead9",
  beans: "#a5694a",
  flour: "#f4efe4",
  sugar: "#f6f2ea",
  salt: "#f5f5f2",
  maize: "#e2ae45",
  corn: "#e2ae45",
  millet: "#cdb27c",
  sorghum: "#a8694c",
  wheat: "#cda566",
  oats: "#dcc7a0",
  semolina: "#ead9a8",
  semovita: "#ead9a8",
  groundnuts: "#b98355",
  groundnut: "#b98355",
  peanuts: "#b98355",
  cashews: "#e3cfa4",
  egusi: "#ead9b0",
  ogbono: "#8d6a49",
  melon: "#ead9b0",
  pepper: "#a33323",
  crayfish: "#c98a63",
  cocoa: "#6b4429",
  cement: "#b4b2ab",
  lentils: "#b9713f",
}

/**
 * "Bag of garri", "pack of noodles": the head of the phrase is a package, and what follows is what is in it.
 * @returns the token number after it, or `at` when no such phrase starts here
 */
export function readContainer(r: Reader, at: number): number {
  const key = singular(r.keys[at] ?? "")
  const container = containers[key]
  if (container === undefined || r.keys[at + 1] !== "of") return at
  const end = endOfContents(r, at + 2)
  if (end === at + 2) return at
  const contents = r.tokens
    .slice(at + 2, end)
    .map((token) => token.raw.toLowerCase())
    .join(" ")
  const isStrange =
    container === "unknown" ||
    (container === "liquid" && !inKegs.test(contents)) ||
    (container === "crate" && !inCrates.test(contents))
  if (isStrange) return readUnknown(r, at, end)
  const words = [...r.pendingAt, ...Array.from({ length: end - at }, (_, i) => at + i)]
  const look = takePending(r)
  const name: SubjectWord = packedIn(r, at + 2, end) ?? packageFor(container, contents)
  const word = `${key} of ${contents}`
  const rests = r.relation === "on" || r.relation === "in" || r.relation === "near"
  let isTaken = true
  if (r.reading.subject) isTaken = addCompanion(r, name, word, look, whereAfter[r.side ?? "beside"])
  else if (r.strangeHead && rests) isTaken = false
  else r.reading.subject = { name, word, look, count: countOf(r, at) }
  for (let i = at; i < end; i += 1) r.used[i] = true
  if (!isTaken) leave(r, words)
  r.last = look
  r.lastEnd = end
  r.count = null
  r.relation = null
  r.side = null
  return end
}

/** Goods that are known by their pack: a pack of them is drawn as they are. */
function packedIn(r: Reader, start: number, end: number): SubjectWord | undefined {
  for (let at = start; at < end; at += 1) {
    const subject = lookUp(r.keys, at)?.meaning.subject
    if (subject === "diapers" || subject === "wipes") return subject
  }
  return undefined
}

/** What is drawn in such a heap, bunch or tray whether the prompt names one or not. */
const heapsOf: Readonly<Record<string, readonly SubjectWord[]>> = {
  bunch: ["fruit", "plantain"],
  bolt: ["fabric"],
  roll: ["fabric"],
  tuber: ["yam"],
  crate: ["eggs"],
  tray: ["eggs"],
}

/** "Crate of malt", "tray of snails": not drawn as something else. */
function readUnknown(r: Reader, at: number, end: number): number {
  const inside = lookUp(r.keys, end - 1)?.meaning.subject
  const key = r.keys[at] ?? ""
  if (r.reading.subject) return at
  if (inside && heapsOf[singular(key)]?.includes(inside)) {
    r.used[at] = true
    r.used[at + 1] = true
    r.count ??= key.endsWith("s") ? 3 : null
    return at + 2
  }
  const rests = r.relation === "on" || r.relation === "in" || r.relation === "near"
  if (!r.strangeHead && !rests) {
    r.strangeHead = true
    r.reading.unknown = r.tokens
      .slice(at, end)
      .map(({ raw }) => raw)
      .join(" ")
  }
  takePending(r)
  r.count = null
  r.relation = null
  r.side = null
  r.last = null
  r.lastEnd = end
  return end
}

/** Colour of the heap in an open sack of these goods, as hex; undefined for what is not sold so. */
export function dryGoodsColour(contents: string): string | undefined {
  const last = contents.split(" ").at(-1) ?? ""
  return dryGoods[last] ?? dryGoods[singular(last)]
}

/** The noun phrase after "of". A material or a pattern says what the bag is made of, so it is none. */
function endOfContents(r: Reader, start: number): number {
  let at = start
  while (stopWords.has(r.keys[at] ?? "")) at += 1
  // "Pack of 40" and "pack of three" say how many.
  if (/^\d/.test(r.keys[at] ?? "") || lookUp(r.keys, at)?.meaning.count !== undefined) return start
  const first = at
  while (isContent(r, at)) {
    const match = lookUp(r.keys, at)
    const isMade = match && (match.meaning.material ?? match.meaning.pattern) !== undefined
    if (at === first && isMade && !match.meaning.part && dryGoods[r.keys[at] ?? ""] === undefined) return start
    at += match?.words ?? 1
    if (match?.meaning.subject ?? match?.meaning.part) break
  }
  return at === first ? start : at
}

function isContent(r: Reader, at: number): boolean {
  const token = r.tokens[at]
  if (token?.kind !== "word") return false
  const { key } = token
  return !relationWords[key] && !negations.has(key) && !stopWords.has(key) && !fillerWords.has(key)
}

function countOf(r: Reader, at: number): number {
  if (r.count !== null) return Math.min(mostThings, r.count)
  return (r.keys[at] ?? "").endsWith("s") ? 3 : 1
}

function singular(word: string): string {
  return word.endsWith("s") ? word.slice(0, -1) : word
}
