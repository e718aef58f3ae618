import type { Reader } from "./reader.ts"
import type { Look, Thing, Where } from "./reading.ts"
import { fillerWords, relationWords, stopWords } from "./small-words.ts"
import { substituteFor } from "./substitutes.ts"
import { traits } from "./traits.ts"
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

/** Writes down what was understood and what was passed over. */
export function report(r: Reader): void {
  const { reading } = r
  const say = (look: Look, word: string): void => {
    reading.understood.push([...look.words, word].join(" "))
  }
  const { subject } = reading
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

/** How a surface or a place is told; avoids "marble marble" when a material stands for its surface. */
export function phraseOf({ look, word }: Thing<string>): string {
  const isSaid = look.words.includes(word) || look.words.some((w) => w.startsWith(word))
  return [...look.words, isSaid ? "surface" : word].join(" ")
}

/** Words in a row are told as one; those that name nothing we know are kept apart, for the style that prints them. */
function collectIgnored(r: Reader): void {
  const { reading } = r
  const told = [reading.subject, ...reading.companions].flatMap((thing) => (thing && traits[thing.name]?.asBuilt) ?? [])
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
  const built = reading.subject && traits[reading.subject.name]?.measures
  if (built) reading.ignored = reading.ignored.filter((phrase) => !built.test(phrase))
  reading.ignored = [...new Set(reading.ignored)].slice(0, 40)
  reading.strange = [...new Set(reading.strange)]
}
