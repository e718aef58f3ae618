import { lookUp } from "./lexicon.ts"
import { mostThings } from "./nouns.ts"
import { pairs, type Reader } from "./reader.ts"
import type { SubjectWord } from "./vocabulary.ts"

const anything = "anything"

/** What is counted in these; "piece" may be of anything. */
const countedIn: Readonly<Record<string, readonly SubjectWord[] | typeof anything>> = {
  bottle: ["bottle", "nailpolish", "perfume", "dropper", "rollon", "feedingbottle"],
  tube: ["tube", "lipstick"],
  jar: ["jar"],
  tub: ["jar"],
  tin: ["can", "jar"],
  can: ["can"],
  sachet: ["pouch", "watersachet"],
  packet: ["pouch", "watersachet", "wipes"],
  pack: ["pouch", "watersachet", "wipes", "diapers"],
  bag: ["sack", "watersachet", "pouch"],
  bar: ["soap"],
  carton: ["box"],
  crate: ["crate", "eggs"],
  tray: ["eggs"],
  keg: ["keg"],
  loaf: ["bread"],
  loave: ["bread"],
  tuber: ["yam"],
  bunch: ["plantain"],
  bunche: ["plantain"],
  piece: anything,
  pc: anything,
  unit: anything,
}

/**
 * "Nail polish, three bottles" and "cupcakes, six": how many of the thing that is named already.
 * @returns the token number after it, or `at` when there is none
 */
export function readCountAfter(r: Reader, at: number): number {
  const { subject, companions } = r.reading
  const match = lookUp(r.keys, at)
  const count = match?.meaning.count
  const isApart = r.tokens[at - 1]?.kind === "break"
  if (!subject || companions.length > 0 || count === undefined || !(isApart || r.lastEnd === at)) return at
  const words = match?.words ?? 1
  const unit = (r.keys[at + words] ?? "").replace(/s$/, "")
  const isPair = unit === "pair" && pairs.has(subject.name)
  const ofWhat = countedIn[unit]
  const isUnit = isPair || ofWhat === anything || (ofWhat?.includes(subject.name) ?? false)
  const end = at + words + (isUnit ? 1 : 0)
  const endsPhrase = r.tokens[end]?.kind !== "word" || r.keys[end] === "on" || r.keys[end] === "in"
  if (!endsPhrase || (!isUnit && !isApart)) return at
  // "Red heels, pair": such things are drawn in twos.
  const isOnePair = match?.phrase === "pair" && pairs.has(subject.name)
  subject.count = isOnePair ? 1 : Math.min(mostThings, count)
  for (let i = at; i < end; i += 1) r.used[i] = true
  return end
}
