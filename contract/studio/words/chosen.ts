import { type ChipCategory, chipCategories, type OwnWords } from "./categories.ts"
import { type Chip, promptChips } from "./chips.ts"

/** Where words stand in a prompt: from the first letter to the one after the last. */
interface Span {
  from: number
  to: number
}

/** A chip that a prompt has. */
interface Found extends Span {
  chip: Chip
}

/** The chips that a prompt has, by category; the first of several. */
export function readChips(prompt: string): Partial<Record<ChipCategory, Chip>> {
  const chosen: Partial<Record<ChipCategory, Chip>> = {}
  for (const category of chipCategories) {
    const found = findChip(prompt, category)
    if (found) chosen[category] = found.chip
  }
  return chosen
}

/**
 * A prompt with another chip of a category, or with none. What stood there of that category goes; everything else stays as it was
 * written.
 * @param own what the engine read there in other words
 */
export function putChip(prompt: string, category: ChipCategory, chip: Chip | undefined, own: OwnWords = {}): string {
  if (category === "product") {
    const old = findChip(prompt, category) ?? findOwnThing(prompt, own.product)
    if (old && chip) return replace(prompt, old, chip.lead + chip.words)
  }
  const rest = takeOut(prompt.trim(), category, own)
  return chip ? insert(rest, category, chip) : rest
}

/** Takes out what is said of a category: the chips, or where there is none the person's own words. */
function takeOut(prompt: string, category: ChipCategory, own: OwnWords): string {
  const found = findChip(prompt, category) ?? findOwn(prompt, own[category])
  if (!found) return prompt
  const rest = cutOut(prompt, found, category)
  // Of things there may be several; of two lights the second would be left out.
  return category === "product" || rest === prompt ? rest : takeOut(rest, category, {})
}

const isolated = (words: string): string => `(?<![\\p{L}\\p{N}-])${words}(?![\\p{L}\\p{N}-])`

/** Leads that people and chips write before a surface, a place or a thing. */
const leads = "(?:(?:on|in|at|upon|against|inside|with)\\s+)?(?:(?:an?|the|some)\\s+)?"

const known = new Map<string, RegExp>(
  chipCategories.flatMap((category) =>
    promptChips[category].flatMap(({ words }) =>
      [leads, ""].map((lead) => {
        const pattern = lead + isolated(patternOf(words))
        return [pattern, new RegExp(pattern, "iu")] as const
      }),
    ),
  ),
)

function spanOf(prompt: string, words: string, isLed: boolean): Span | undefined {
  const pattern = (isLed ? leads : "") + isolated(words)
  const match = (known.get(pattern) ?? new RegExp(pattern, "iu")).exec(prompt)
  if (!match) return undefined
  // Optional leads may begin within a word: "a mug is on a table" and "sofa on a table" alike.
  const before = prompt[match.index - 1]
  const isWhole = before === undefined || !/[\p{L}\p{N}-]/u.test(before)
  return isWhole ? { from: match.index, to: match.index + match[0].length } : spanOf(prompt, words, false)
}

function findChip(prompt: string, category: ChipCategory): Found | undefined {
  const found = promptChips[category].flatMap((chip) => {
    const span = spanOf(prompt, patternOf(chip.words), category !== "light")
    return span ? [{ chip, ...span }] : []
  })
  return found.toSorted((a, b) => a.from - b.from)[0]
}

function findOwn(prompt: string, words: string | undefined): Span | undefined {
  return words ? spanOf(prompt, `${patternOf(words)}(?:e?s)?(?:\\s+(?:light|lighting|mood|view))?`, true) : undefined
}

/** A thing with all that is said before it: "my grandmother's blue kettle". */
function findOwnThing(prompt: string, words: string | undefined): Span | undefined {
  const span = findOwn(prompt, words)
  if (!span) return undefined
  const before = /[^,;.!?\n]*$/.exec(prompt.slice(0, span.from))?.[0] ?? ""
  return { from: span.from - before.trimStart().length, to: span.to }
}

function patternOf(words: string): string {
  return words
    .trim()
    .split(/[\s-]+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("[\\s-]+")
}

function replace(prompt: string, { from, to }: Span, words: string): string {
  return `${prompt.slice(0, from)}${words}${prompt.slice(to)}`
}

/** Takes words out, with the comma that set them apart. */
function cutOut(prompt: string, { from, to }: Span, category: ChipCategory): string {
  const before = prompt.slice(0, from).replace(/[,\s]+$/, "")
  const after = prompt.slice(to)
  const rest = after.replace(/^[,\s]+/, "")
  if (before === "" || rest === "") return before + rest
  if (/^\s*[.;:!?]/.test(after)) return before + after.trimStart()
  // "a mug on a table, soft light" keeps its comma; "a mug, soft light, close-up" loses one of two.
  const isApart = /^\s*,/.test(after) || (category !== "surface" && category !== "place")
  return `${before}${isApart ? ", " : " "}${rest}`
}

/** Writes words where they read best: the thing first, then what it stands on and where, then the rest after commas. */
function insert(prompt: string, category: ChipCategory, { lead, words }: Chip): string {
  const text = lead + words
  if (prompt === "") return text
  if (category === "product") return `${text}${/^(on|in|at)\s/i.test(prompt) ? " " : ", "}${prompt}`
  if (category === "surface" || category === "place") {
    const other = findChip(prompt, category === "surface" ? "place" : "surface")
    const at = other ? (category === "surface" ? other.from : other.to) : endOfFirstPart(prompt)
    // Light or mood alone comes after it.
    if (at === 0 || startsWithOther(prompt, at)) return `${text}${/^(on|in|at)\s/i.test(prompt) ? " " : ", "}${prompt}`
    return join(prompt.slice(0, at), text, prompt.slice(at))
  }
  const later = chipCategories.slice(chipCategories.indexOf(category) + 1)
  const next = later.map((name) => findChip(prompt, name)?.from).find((from) => from !== undefined)
  if (next === undefined) return `${prompt.replace(/[\s,]+$/, "")}${/[.;:!?]$/.test(prompt.trim()) ? " " : ", "}${text}`
  const head = prompt.slice(0, next).replace(/[\s,]+$/, "")
  return `${head}${head === "" ? "" : ", "}${text}, ${prompt.slice(next)}`
}

function endOfFirstPart(prompt: string): number {
  const end = prompt.search(/[,;.!?\n]/)
  return end < 0 ? prompt.length : end
}

/** Whether the first part of a prompt is itself a light, a mood or a view. */
function startsWithOther(prompt: string, end: number): boolean {
  return (["light", "mood", "camera"] as const).some((category) => {
    const found = findChip(prompt, category)
    return found !== undefined && found.from === 0 && found.to >= end
  })
}

function join(before: string, words: string, after: string): string {
  const tail = /^[,;.!?\n]/.test(after) || after === "" ? after : ` ${after.trimStart()}`
  return `${before.trimEnd()} ${words}${tail}`
}
