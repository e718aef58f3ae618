import { patternOf } from "./lexicon.ts"
import type { Reader } from "./reader.ts"
import type { Look, Reading, Thing, Where } from "./reading.ts"
import { fillerWords, relationWords, stopWords } from "./small-words.ts"
import { isAnotherProp, substituteFor } from "./substitutes.ts"
import type { SubjectWord } from "./vocabulary.ts"

const joinsThings: ReadonlySet<string> = new Set(["and", "or"])

/** How a further thing's place is told. */
const placeOf: Readonly<Record<Where, string>> = {
  beside: "",
  under: " below",
  "on top": " on top",
  around: " around",
  inside: " inside",
  behind: " behind",
  before: " in front",
}

/** What is true of a thing as we build it, so that these words take effect by themselves. */
const asBuilt: Readonly<Partial<Record<SubjectWord, readonly string[]>>> = {
  fabric: ["folded"],
  yogamat: ["rolled"],
  towels: ["folded"],
  gascooker: ["burner", "burners", "oven"],
  earbuds: ["case"],
  wardrobe: ["mirror"],
}
const measuresAsBuilt: Readonly<Partial<Record<SubjectWord, RegExp>>> = {
  sofa: /^(3|three)[- ]seater$/i,
  fabric: /yards?$/i,
  gascooker: /^(4|four)[- ]burners?$/i,
  gasstove: /^(2|two)[- ]burners?$/i,
}

/** More kinds of small things than these would hide the product. */
const mostProps = 3

/** Writes down what was understood and what was passed over. */
export function report(r: Reader): void {
  const { reading } = r
  const say = (look: Look, word: string): void => {
    reading.understood.push([...look.words, word].join(" "))
  }
  const { subject } = reading
  sellByTheYard(r)
  if (subject?.name === "vase") fillVase(reading)
  for (const thing of [subject, ...reading.companions, reading.stand && { look: reading.stand, name: "stand" }])
    if (thing) leaveOutWords(reading, thing)
  for (const thing of [...reading.parts, ...reading.props, reading.surface, reading.place])
    if (thing) leaveOutWords(reading, thing)
  leaveOutProps(reading)
  const sayThing = (thing: Thing<SubjectWord>, before: readonly string[], after: string): void => {
    const { look, word } = thing
    const drawn = substituteFor(thing)
    const said = [...before, ...look.words, drawn ?? word].join(" ") + after
    if (drawn === undefined) reading.understood.push(said)
    else reading.substituted.push(`${said} for “${word}”`)
  }
  if (subject) sayThing(subject, subject.count > 1 ? [`${subject.count} ×`] : [], "")
  for (const part of reading.parts) say(part.look, part.word)
  for (const thing of reading.companions) {
    sayThing(thing, [], placeOf[thing.where])
    for (const part of thing.parts) say(part.look, part.word)
    for (const text of thing.texts) reading.understood.push(`the text “${text}”`)
  }
  if (reading.neon) say(reading.neon.look, `neon sign “${reading.neon.text}”`)
  if (reading.stand) say(reading.stand, "podium")
  for (const thing of [reading.surface, reading.place]) if (thing) reading.understood.push(phraseOf(thing))
  if (reading.light) reading.understood.push(reading.light.endsWith("light") ? reading.light : `${reading.light} light`)
  if (reading.mood) reading.understood.push(`${reading.mood} mood`)
  if (reading.view) reading.understood.push(`${reading.view} view`)
  for (const prop of reading.props) say(prop.look, prop.word)
  for (const text of reading.texts) reading.understood.push(`the text “${text}”`)
  reading.understood = [...new Set(reading.understood)]
  collectIgnored(r)
}

/** Cloth is sold so, and shown on a roll with an end that falls. */
const isOfLengths = /^(bolts?|rolls?|\d*-?yards?|yds?)$/

function sellByTheYard({ reading: { subject }, keys, used }: Reader): void {
  if (subject?.name !== "fabric") return
  const lengths = keys.flatMap((key, at) => (isOfLengths.test(key) ? [at] : []))
  if (lengths.length > 0) subject.word += " by the yard"
  for (const at of lengths) used[at] = true
}

/** What lace is drawn for. */
const lacy: ReadonlySet<string> = new Set<SubjectWord>([
  "fabric",
  "dress",
  "kaftan",
  "agbada",
  "senator",
  "skirt",
  "shirt",
  "blouse",
])

/** What nobody sees of a wig in a picture. */
const unseenOfWigs: ReadonlySet<string> = new Set(
  "frontal closure glueless lace".split(" ").concat("lace front", "lace frontal"),
)

/** Words that describe a thing and would not be seen: lace that it lacks, and how a wig is worn. */
function leaveOutWords(reading: Reading, { name, look }: { name: string; look: Look }): void {
  const isUnseen = (word: string): boolean =>
    name === "wig" ? unseenOfWigs.has(word) : !lacy.has(name) && patternOf(word) === "lace"
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

/** How a surface or a place is told; avoids "marble marble" when a material stands for its surface. */
export function phraseOf({ look, word }: Thing<string>): string {
  const isSaid = look.words.includes(word) || look.words.some((w) => w.startsWith(word))
  return [...look.words, isSaid ? "surface" : word].join(" ")
}

/** Words in a row are told as one; those that name nothing we know are kept apart, for the style that prints them. */
function collectIgnored(r: Reader): void {
  const { reading } = r
  const told = [reading.subject, ...reading.companions].flatMap((thing) => (thing && asBuilt[thing.name]) ?? [])
  r.keys.forEach((key, at) => {
    if (told.includes(key)) r.used[at] = true
  })
  let run: string[] = []
  let isUnneeded = false
  const flush = (): void => {
    if (run.length > 0) {
      reading.ignored.push(run.join(" "))
      if (!isUnneeded) reading.strange.push(run.join(" "))
    }
    run = []
  }
  r.tokens.forEach((token, at) => {
    const isWord = token.kind === "word"
    if (isWord && !r.used[at]) {
      if (isUnneeded !== r.unneeded.has(at)) flush()
      isUnneeded = r.unneeded.has(at)
      run.push(token.raw)
    } else if (!isWord || !stopWords.has(token.key) || joinsThings.has(token.key) || run.length === 0) flush()
    if (isWord && !stopWords.has(token.key) && !fillerWords.has(token.key) && !relationWords[token.key])
      reading.tellingWords.push(token.raw)
  })
  flush()
  const built = reading.subject && measuresAsBuilt[reading.subject.name]
  if (built) reading.ignored = reading.ignored.filter((phrase) => !built.test(phrase))
  reading.ignored = [...new Set(reading.ignored)].slice(0, 40)
  reading.strange = [...new Set(reading.strange)]
}
