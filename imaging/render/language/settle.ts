import { patternOf } from "./lexicon.ts"
import type { Reader } from "./reader.ts"
import type { Companion, Look, Reading } from "./reading.ts"
import { realSize } from "./sizes.ts"
import { isAnotherProp } from "./substitutes.ts"
import { type Traits, traits } from "./traits.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** More kinds of small things than these would hide the product. */
const mostProps = 3

/** Makes of what was read what can be drawn, and tells the words that are lost by it. */
export function settle(r: Reader): void {
  const { reading } = r
  takeUniformApart(reading)
  joinWhatBelongs(reading)
  putUpperFirst(reading)
  leaveOutPlaces(reading)
  fillDish(reading)
  const { subject, unknown } = reading
  if (subject) reading.unknown = null
  const product = subject?.word ?? unknown
  if (product !== null) reading.said.product = product
  sellByTheYard(r)
  countParts(reading)
  if (subject?.name === "vase") fillVase(reading)
  for (const thing of [subject, ...reading.companions])
    if (thing) leaveOutWords(reading, thing.look, traits[thing.name])
  if (reading.stand) leaveOutWords(reading, reading.stand)
  for (const thing of [...reading.parts, ...reading.props, reading.surface, reading.place])
    if (thing) leaveOutWords(reading, thing.look)
  leaveOutProps(reading)
}

/** Puts the lower thing second, so that the picture is built around what stands on it. */
function putUpperFirst(reading: Reading): void {
  const { subject, texts, parts } = reading
  const upper = reading.companions.find(({ where }) => where === "on top" || where === "inside")
  if (!subject || !upper) return
  const { name, word, look } = subject
  const lower: Companion = { name, word, look, texts, parts, where: upper.where === "inside" ? "around" : "under" }
  reading.subject = { name: upper.name, word: upper.word, look: upper.look, count: 1 }
  reading.texts = upper.texts
  reading.parts = upper.parts
  reading.companions = reading.companions.map((thing) => (thing === upper ? lower : thing))
}

/** What bears nothing, or is too small for the thing, stands beside it. */
function leaveOutPlaces({ subject, companions, ignored }: Reading): void {
  for (const thing of companions) {
    const { where, word } = thing
    if (where !== "under" && where !== "around") continue
    const { bears, holds } = traits[thing.name] ?? {}
    const isOffered = where === "under" ? bears : holds
    if (isOffered && subject && realSize[subject.name] <= (holds?.(word) ?? Number.POSITIVE_INFINITY)) continue
    ignored.push(`${where === "under" ? "on" : "in"} the ${word}`)
    thing.where = "beside"
  }
}

/** What a school uniform may be made up of. */
const uniforms: ReadonlySet<SubjectWord> = new Set(["shirt", "blouse", "polo", "trousers", "skirt"])

/** "School uniform, white shirt and blue shorts" names what it is made up of. */
function takeUniformApart(reading: Reading): void {
  const { subject, companions } = reading
  const first = companions.find(({ name }) => uniforms.has(name))
  if (subject?.name !== "uniform" || !/uniform/.test(subject.word) || !first) return
  reading.subject = { name: first.name, word: first.word, look: first.look, count: 1 }
  reading.parts.push(...first.parts)
  reading.companions = companions.filter((thing) => thing !== first)
  reading.ignored.push([...subject.look.words, subject.word].join(" "))
}

/** What covers a thing, so that both are one. */
const covers: Readonly<Partial<Record<SubjectWord, SubjectWord>>> = { bed: "bedding", doll: "dress" }

/** "A TV stand with a television" has it on top, and "a bed with white bedding" is one bed. */
function joinWhatBelongs(reading: Reading): void {
  const { subject } = reading
  for (const thing of reading.companions) {
    if (subject?.name === "tvstand" && thing.name === "television" && thing.where === "beside") thing.where = "on top"
    if (!subject || covers[subject.name] !== thing.name) continue
    reading.parts.push({ name: "filling", word: thing.word, look: thing.look }, ...thing.parts)
    reading.companions = reading.companions.filter((other) => other !== thing)
  }
}

/** Loose things become the filling of their dish. */
function fillDish(reading: Reading): void {
  const { subject } = reading
  const dish = reading.companions.find(({ where }) => where === "under" || where === "around")
  if (!subject || !dish) return
  const heaps = traits[subject.name]?.heaps
  if (!heaps?.in.includes(dish.name) || heaps.words?.test(subject.word) === false) return
  if (heaps.areCounted && subject.count > 1) return
  reading.companions = reading.companions.filter((thing) => thing !== dish)
  reading.subject = { name: dish.name, word: dish.word, look: dish.look, count: 1 }
  reading.parts.push({ name: "filling", word: subject.word, look: subject.look })
}

/** "Six burner gas cooker": the number becomes part of its word, for whoever builds it. */
function countParts(reading: Reading): void {
  const { subject, ignored } = reading
  const counted = subject && traits[subject.name]?.counted
  const phrase = ignored.find((told) => counted?.test(told))
  if (!subject || phrase === undefined) return
  subject.word = `${phrase.toLowerCase().replace(/s$/, "")} ${subject.word}`
  reading.ignored = ignored.filter((told) => told !== phrase)
}

/** Cloth is sold so, and shown on a roll with an end that falls. */
const isOfLengths = /^(bolts?|rolls?|\d*-?yards?|yds?)$/

function sellByTheYard({ reading: { subject }, keys, used }: Reader): void {
  if (subject?.name !== "fabric") return
  const lengths = keys.flatMap((key, at) => (isOfLengths.test(key) ? [at] : []))
  if (lengths.length > 0) subject.word += " by the yard"
  for (const at of lengths) used[at] = true
}

/** Words that describe a thing and would not be seen: lace that it lacks, and how a wig is worn. */
function leaveOutWords(reading: Reading, look: Look, { isLacy, unseen: hidden }: Traits = {}): void {
  const isUnseen = (word: string): boolean => hidden?.includes(word) ?? (!isLacy && patternOf(word) === "lace")
  const unseen = look.words.filter(isUnseen)
  if (unseen.length === 0) return
  if (look.pattern === "lace") look.pattern = null
  look.words = look.words.filter((word) => !isUnseen(word))
  reading.ignored.push(...unseen)
}

/** Flowers named beside a vase stand in it. */
function fillVase(reading: Reading): void {
  const grows = new Set<string>(["petals", "leaves", "dried grass"])
  for (const prop of reading.props) {
    if (grows.has(prop.name)) reading.parts.push({ ...prop, name: "filling" })
  }
  reading.props = reading.props.filter((prop) => !grows.has(prop.name))
}

/** Steam, smoke and what another thing would stand in for are not drawn, and of the others three kinds. */
function leaveOutProps(reading: Reading): void {
  const drawn = reading.props.filter((prop) => prop.name !== "smoke" && !isAnotherProp(prop)).slice(0, mostProps)
  for (const prop of reading.props)
    if (!drawn.includes(prop)) reading.ignored.push([...prop.look.words, prop.word].join(" "))
  reading.props = drawn
}
