import { readPrompt } from "./read-prompt.ts"
import type { Reading, Thing } from "./reading.ts"
import { phraseOf } from "./report.ts"
import type { SurfaceWord } from "./scenery-words.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** Furniture and cars: they stand on floors, not on tables. */
const large: ReadonlySet<SubjectWord> = new Set([
  "chair",
  "stool",
  "armchair",
  "sofa",
  "bed",
  "bedding",
  "table",
  "car",
  "gascooker",
  "fridge",
  "freezer",
  "generator",
  "tvstand",
  "wardrobe",
  "cabinet",
  "bookshelf",
  "mattress",
  "stroller",
  "washingmachine",
  "curtains",
  "rug",
  "dress",
  "kaftan",
  "senator",
  "agbada",
  "skirt",
  "suit",
  "uniform",
])
const floors: ReadonlySet<SurfaceWord> = new Set(["marble", "wood", "stone", "sand", "grass", "water", "mirror", "rug"])
const raised = /table|desk|counter|bench|shelf|crate|dresser|nightstand|top$|chopping|cutting|^board/

/** Reads a prompt for a drawn picture: what such a thing cannot stand on is told as ignored. Never throws. */
export function readScene(prompt: string): Reading {
  const reading = readPrompt(prompt)
  const { surface } = reading
  if (surface && isLarge(reading) && !isFloor(surface)) {
    const said = phraseOf(surface)
    reading.understood = reading.understood.filter((phrase) => phrase !== said)
    reading.ignored.push(said)
    reading.surface = null
  }
  return reading
}

/** True when the thing, or what it stands on, is as large as furniture. */
export function isLarge({ subject, companions }: Pick<Reading, "subject" | "companions">): boolean {
  const things = [subject, ...companions.filter(({ where }) => where === "under")]
  return things.some((thing) => thing && (large.has(thing.name) || isStanding(thing)))
}

/** A lamp or a fan that stands on the floor. */
function isStanding({ name, word }: Thing<SubjectWord>): boolean {
  return /floor lamp|standing lamp/.test(word) || (name === "fan" && !/table|desk/.test(word))
}

function isFloor({ name, word }: Thing<SurfaceWord>): boolean {
  return floors.has(name) && !raised.test(word)
}
