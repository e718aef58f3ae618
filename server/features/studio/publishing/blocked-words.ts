/** A word of the list with all its spellings. */
export interface WordEntry {
  word: string
  spellings: readonly string[]
  reach: "public" | "always"
}

/** What was found in a text. */
export interface FoundWord<Entry> {
  entry: Entry
  /** As the person wrote it. */
  found: string
}

/** Letters that only look like others: digits and signs, and letters of other alphabets. */
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  х: "x",
  у: "y",
  і: "i",
  к: "k",
  ѕ: "s",
  ј: "j",
  н: "h",
  т: "t",
  ο: "o",
  α: "a",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
}

/** A letter and how often it stands there in a row. */
type Runs = readonly (readonly [letter: string, count: number])[]

interface Token {
  runs: Runs
  written: string
}

/** What a text may mean, token by token. */
interface Sequence {
  tokens: readonly Token[]
  /** Each of them once: a text may say the same thing ten thousand times. */
  distinct: ReadonlySet<Token>
  /** Its tokens are put together of single letters: a word may begin and end anywhere in them. */
  isSpelledOut?: boolean
}

/**
 * Looks for a word of the list. Stretched letters, accents, digits for letters, signs and spaces between letters do not
 * hide one; a word inside a longer one does not count, so that Scunthorpe stays on the map.
 */
export function findBlockedWord<Entry extends WordEntry>(
  text: string,
  entries: readonly Entry[],
): FoundWord<Entry> | null {
  const folded = fold(text)
  const sequences = [
    toSequence(split(folded)),
    toSequence(squeeze(text)),
    { ...toSequence(spelledOut(folded)), isSpelledOut: true },
  ]
  for (const entry of entries) {
    for (const spelling of [entry.word, ...entry.spellings]) {
      const wanted = spelling.split(" ").map(readWanted)
      for (const sequence of sequences) {
        const found = findSequence(sequence, wanted)
        if (found !== null) return { entry, found }
      }
    }
  }
  return null
}

interface Wanted {
  runs: Runs
  hasAnyEnding: boolean
}

function readWanted(word: string): Wanted {
  return { runs: toRuns(plain(word)), hasAnyEnding: word.endsWith("*") }
}

/** Lower case, without accents and without what cannot be seen. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
}

/** Only letters, lookalikes resolved. */
function plain(word: string): string {
  const letters = [...fold(word)].map((letter) => lookalikes[letter] ?? letter)
  return letters.join("").replace(/\P{L}/gu, "")
}

function toRuns(word: string): Runs {
  const runs: [string, number][] = []
  for (const letter of word) {
    const last = runs.at(-1)
    if (last?.[0] === letter) last[1]++
    else runs.push([letter, 1])
  }
  return runs
}

/** Digits alone are numbers and left out. */
function toSequence(texts: readonly string[]): Sequence {
  const known = new Map<string, Token>()
  const tokens = texts.flatMap((written) => {
    if (!/\p{L}/u.test(written)) return []
    const token = known.get(written) ?? { runs: toRuns(plain(written)), written }
    known.set(written, token)
    return [token]
  })
  return { tokens, distinct: new Set(tokens) }
}

/** The words of a folded text. A sign that looks like a letter belongs to its word. */
function split(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}@$!€]+/u).map((part) => part.replace(/^!+|(?<!!)!+$/g, ""))
}

/** What stands between two blanks, without the signs in it. */
function squeeze(text: string): string[] {
  return text.split(/\s+/).map((part) => part.replace(/^\p{P}+|(?<!\p{P})\p{P}+$/gu, ""))
}

/** Letters with something between each two of them, put together; a stray letter before or after does not hide a word. */
function spelledOut(folded: string): string[] {
  const letters = "(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}](?:[^\\p{L}\\p{N}]{1,3}[\\p{L}\\p{N}](?![\\p{L}\\p{N}])){2,23}"
  return [...folded.matchAll(new RegExp(letters, "gu"))].map(([written]) => written)
}

function findSequence({ tokens, distinct, isSpelledOut }: Sequence, wanted: readonly Wanted[]): string | null {
  const matching = wanted.map((word) => new Set([...distinct].filter((token) => isMatch(token, word, isSpelledOut))))
  // Most texts end here, without a look at the order of their words.
  if (matching.some(({ size }) => size === 0)) return null
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    const found = tokens.slice(from, from + wanted.length)
    if (found.every((token, index) => matching[index]?.has(token))) return found.map(({ written }) => written).join(" ")
  }
  return null
}

function isMatch({ runs }: Token, { runs: wanted, hasAnyEnding }: Wanted, isSpelledOut = false): boolean {
  if (wanted.length === 0 || runs.length < wanted.length) return false
  if (isSpelledOut) return runs.some((_, from) => beginsWith(runs, from, wanted))
  return (hasAnyEnding || runs.length === wanted.length) && beginsWith(runs, 0, wanted)
}

/** Whether from there on each letter stands as often as in the word, or more often. */
function beginsWith(runs: Runs, from: number, wanted: Runs): boolean {
  for (const [index, [letter, count]] of wanted.entries()) {
    const run = runs[from + index]
    if (!run || run[0] !== letter || run[1] < count) return false
  }
  return true
}
