import type { Companion, Reading } from "./reading.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** Things that fruit and food may lie in as a heap. */
const dishes: ReadonlySet<SubjectWord> = new Set(["bowl", "plate"])

/** Things with a flat top, a seat or a back that others can stand on. */
const supports: ReadonlySet<SubjectWord> = new Set(
  "plate book box stool chair armchair sofa table tvstand cabinet drum speaker cushion fabric phone jar".split(
    " ",
  ) as SubjectWord[],
)
/** Open things that others fit into. */
const vessels: ReadonlySet<SubjectWord> = new Set(["bowl", "plate", "pan"])

/** Puts the lower thing second, so that the picture is built around what stands on it; food becomes a dish's filling. */
export function settle(reading: Reading): void {
  takeUniformApart(reading)
  joinWhatBelongs(reading)
  const { subject } = reading
  const upper = reading.companions.find(({ where }) => where === "on top" || where === "inside")
  if (subject && upper) {
    const { name, word, look, texts, parts } = subject
      ? { ...subject, texts: reading.texts, parts: reading.parts }
      : { ...upper, texts: [], parts: [] }
    const lower: Companion = { name, word, look, texts, parts, where: upper.where === "inside" ? "around" : "under" }
    reading.subject = { name: upper.name, word: upper.word, look: upper.look, count: 1 }
    reading.texts = upper.texts
    reading.parts = upper.parts
    reading.companions = reading.companions.map((thing) => (thing === upper ? lower : thing))
  }
  for (const thing of reading.companions) {
    const isImpossible =
      // A fish is longer than dishes as we build them.
      (reading.subject?.name === "fish" && vessels.has(thing.name)) ||
      (thing.where === "under" && !supports.has(thing.name)) ||
      (thing.where === "around" && !vessels.has(thing.name))
    if (!isImpossible) continue
    reading.ignored.push(`${thing.where === "under" ? "on" : "in"} the ${thing.word}`)
    thing.where = "beside"
  }
  fillDish(reading)
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

function fillDish(reading: Reading): void {
  const { subject } = reading
  const dish = reading.companions.find(({ where }) => where === "under" || where === "around")
  if (!subject || !dish || !dishes.has(dish.name)) return
  const isBowlful = subject.name === "produce" || /^(puff[- ]puff|akara|chin chin)$/.test(subject.word)
  const isHeap =
    (dish.name === "bowl" && (isBowlful || (subject.name === "fruit" && subject.count === 1))) ||
    /rice|butter/.test(subject.word)
  if (!isHeap) return
  reading.companions = reading.companions.filter((thing) => thing !== dish)
  reading.subject = { name: dish.name, word: dish.word, look: dish.look, count: 1 }
  reading.parts.push({ name: "filling", word: subject.word, look: subject.look })
}
