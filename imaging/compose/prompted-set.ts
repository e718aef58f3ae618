import { linearToSrgb } from "#imaging/colour/srgb.ts"
import { usualLight } from "#imaging/render/compose-scene.ts"
import type { Rgb } from "#imaging/render/language/colours.ts"
import { lookUp } from "#imaging/render/language/lexicon.ts"
import { readPrompt } from "#imaging/render/language/read-prompt.ts"
import type { Look, Reading, Thing } from "#imaging/render/language/reading.ts"
import {
  type LightWord,
  lightWords,
  type MoodWord,
  type PlaceWord,
  type PropWord,
} from "#imaging/render/language/scenery-words.ts"
import { relationWords } from "#imaging/render/language/small-words.ts"
import { substituteFor } from "#imaging/render/language/substitutes.ts"
import { tokenize } from "#imaging/render/language/tokens.ts"
import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import type { Template, WallColour } from "./set/templates.ts"

/** A set read from a person's words, and what became of them. */
export interface PromptedSet {
  template: Template
  understood: string[]
  ignored: string[]
}

/** Wall colours where the person named none. */
const walls: Readonly<Record<PlaceWord, WallColour>> = {
  studio: "tonal",
  kitchen: { hex: "#e3ddd0" },
  "living-room": { hex: "#d9c7ae" },
  bathroom: "pale",
  cafe: { hex: "#6a4a36" },
  office: "grey",
  market: { hex: "#d8b98a" },
  beach: { hex: "#e2c79f" },
  forest: { hex: "#a9b59c" },
  garden: { hex: "#b9c9a0" },
  desert: { hex: "#dfb98a" },
  balcony: { hex: "#c9b9a2" },
  city: "dark",
  sky: { hex: "#a9cbdd" },
  snow: { hex: "#dfe7ee" },
  gym: "grey",
}

/** How much the product takes on each light; white light must leave its colour alone. */
const relights: Readonly<Record<LightWord, number>> = {
  soft: 0.7,
  daylight: 0.75,
  golden: 0.85,
  harmattan: 0.8,
  dramatic: 0.9,
  neon: 0.9,
  candlelight: 0.9,
  moonlight: 0.9,
}

/** Small things that a mood brings when the person named none. */
const moodProps: Readonly<Partial<Record<MoodWord, PropWord>>> = {
  luxury: "petals",
  rustic: "dried grass",
  fresh: "leaves",
  festive: "gifts",
}

/**
 * Reads where the product is to stand, on what, among what and in which light. The product itself is the person's own:
 * what is said about its looks changes nothing and is told as ignored. Takes any text and never throws.
 * @param triggerWord the word that stands for the product
 */
export function readSet(prompt: string, triggerWord: string): PromptedSet {
  const isNamed = triggerWord !== "" && prompt.includes(triggerWord)
  const words = isNamed ? prompt.replaceAll(triggerWord, ` ${product} `) : prompt
  const reading = readPrompt(words)
  const place = reading.place?.name ?? "studio"
  const light = reading.light ?? lightOf(place)
  const asked = reading.place?.look.colours[0]
  const wall = asked ? { hex: hexOf(asked) } : walls[place]
  const props = propsOf(reading, place)
  const template: Template = {
    name: `prompt|${prompt.slice(0, 400)}`,
    use: "What the person asked for",
    light,
    wall,
    ...(place === "studio" ? {} : { place }),
    ...(reading.surface ? { floor: reading.surface.name } : {}),
    ...(reading.stand ? { stand: "podium" as const } : {}),
    ...(props.length > 0 ? { props: [props] } : {}),
    looks: {
      ...(reading.surface ? { floor: reading.surface.look } : {}),
      ...(reading.stand ? { stand: reading.stand } : {}),
      props: coloursOf(reading.props),
    },
    relight: relights[light],
    isNeutral: light === "soft",
  }
  const { subject, unknown } = reading
  const names = isNamed ? namesOf(words) : subject && new Set([subject.name])
  const sorted = sortWords(reading, ({ name }) => names?.has(name) ?? false)
  if (isNamed || unknown === null) return { template, ...sorted }
  // What cannot be drawn is what the person has a photo of.
  const isProduct = (phrase: string): boolean => phrase === unknown || phrase.endsWith(` ${unknown}`)
  return { template, ...sorted, ignored: sorted.ignored.filter((phrase) => !isProduct(phrase)) }
}

/** Stands for the trigger word while the rest is read. */
const product = "it"

/** Kinds of things that the product itself is called: "Bags-1, bag on …", "my bag Bags-1", and not "Bags-1 beside a chair". */
function namesOf(words: string): Set<SubjectWord> {
  const keys = tokenize(words).map(({ kind, key }) => (kind === "word" ? key : ""))
  const names = new Set<SubjectWord>()
  const isApart = (key: string): boolean =>
    key === "" || relationWords[key] !== undefined || /^(and|or|plus)$/.test(key)
  const add = (at: number): void => {
    const name = lookUp(keys, at)?.meaning.subject
    if (name) names.add(name)
  }
  keys.forEach((key, at) => {
    if (key !== product) return
    for (let i = at - 1; i >= 0 && !isApart(keys[i] ?? ""); i -= 1) add(i)
    const first = keys[at + 1] === "" ? at + 2 : at + 1
    for (let i = first; i < keys.length && !isApart(keys[i] ?? "") && !/^an?$/.test(keys[i] ?? ""); i += 1) add(i)
  })
  return names
}

function coloursOf(props: Reading["props"]): Partial<Record<PropWord, Rgb>> {
  const colours: Partial<Record<PropWord, Rgb>> = {}
  for (const { name, look } of props) if (look.colours[0]) colours[name] ??= look.colours[0]
  return colours
}

/** Lights of the street are not among those that sets are lit by. */
function lightOf(place: PlaceWord): LightWord {
  const usual = usualLight[place]
  if (place === "city") return "neon"
  return usual !== undefined && usual in lightWords ? (usual as LightWord) : "soft"
}

function propsOf(reading: Reading, place: PlaceWord): PropWord[] {
  if (!reading.propsWanted) return []
  const named = reading.props.map(({ name }) => name)
  const usual = reading.mood && place === "studio" ? moodProps[reading.mood] : undefined
  return named.length === 0 && usual ? [usual] : named
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((value) => byteText(linearToSrgb(value))).join("")}`
}

function byteText(value: number): string {
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, "0")
}

/**
 * The set acts on places, surfaces, stands, lights, moods and props; everything else the person said is passed over.
 * @param isOwn true for the product itself
 */
function sortWords(
  reading: Reading,
  isOwn: (thing: Thing<SubjectWord>) => boolean,
): Pick<PromptedSet, "understood" | "ignored"> {
  const { subject, companions, parts, texts, neon, view } = reading
  const said = ({ look, word }: { look: Look; word: string }): string => [...look.words, word].join(" ")
  const phrasesOf = (thing: Thing<SubjectWord>): string[] => [
    ...["", " below", " on top", " around", " inside", " behind", " in front"].map((where) => said(thing) + where),
    ...(thing === subject ? [`${subject.count} × ${said(thing)}`] : []),
  ]
  const things = [...(subject ? [subject] : []), ...companions]
  const own = things.filter(isOwn)
  const ownPhrases = new Set(own.flatMap((thing) => [...phrasesOf(thing), ...thing.look.words]))
  const passed = new Set([
    ...things.filter((thing) => !own.includes(thing)).flatMap(phrasesOf),
    ...[...parts, ...companions.flatMap((thing) => thing.parts)].map(said),
    ...[...texts, ...companions.flatMap((thing) => thing.texts)].map((text) => `the text “${text}”`),
    ...(neon ? [said({ look: neon.look, word: `neon sign “${neon.text}”` })] : []),
    ...(view ? [`${view} view`] : []),
  ])
  const understood = reading.understood.filter((phrase) => !passed.has(phrase) && !ownPhrases.has(phrase))
  const changes = own.map(({ look }) => look.words.join(" ")).filter((words) => words !== "")
  const strangers = things.filter((thing) => !own.includes(thing) && substituteFor(thing)).map(said)
  const ignored = [
    ...changes,
    ...strangers,
    ...reading.understood.filter((phrase) => passed.has(phrase)),
    ...reading.ignored,
  ]
  return { understood: ["your product", ...understood], ignored: [...new Set(ignored)] }
}
