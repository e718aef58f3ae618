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
  /** Put together of single letters: a word may begin and end anywhere in it. */
  isSpelledOut?: true
}

/**
 * Looks for a word of the list. Stretched letters, accents, digits for letters, signs and spaces between letters do not
 * hide one; a word inside a longer one does not count, so that Scunthorpe stays on the map.
 */
export function findBlockedWord<Entry extends WordEntry>(
  text: string,
  entries: readonly Entry[],
): FoundWord<Entry> | null {
  const sequences = [split(text), squeeze(text), spelledOut(text)]
  for (const entry of entries) {
    for (const spelling of [entry.word, ...entry.spellings]) {
      const wanted = spelling.split(" ").map(readWanted)
      for (const tokens of sequences) {
        const found = findSequence(tokens, wanted)
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

function toToken(written: string): Token[] {
  // Digits alone are numbers.
  if (!/\p{L}/u.test(written)) return []
  return [{ runs: toRuns(plain(written)), written }]
}

/** The words of a text. A sign that looks like a letter belongs to its word. */
function split(text: string): Token[] {
  return fold(text)
    .split(/[^\p{L}\p{N}@$!€]+/u)
    .map((part) => part.replace(/^!+|(?<!!)!+$/g, ""))
    .flatMap(toToken)
}

/** What stands between two blanks, without the signs in it. */
function squeeze(text: string): Token[] {
  return text.split(/\s+/).flatMap((written) => toToken(written.replace(/^\p{P}+|(?<!\p{P})\p{P}+$/gu, "")))
}

/** Letters with something between each two of them, put together; a stray letter before or after does not hide a word. */
function spelledOut(text: string): Token[] {
  const letters = "(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}](?:[^\\p{L}\\p{N}]{1,3}[\\p{L}\\p{N}](?![\\p{L}\\p{N}])){2,23}"
  const tokens: Token[] = []
  for (const { 0: written } of fold(text).matchAll(new RegExp(letters, "gu"))) {
    tokens.push(...toToken(written).map((token): Token => ({ ...token, isSpelledOut: true })))
  }
  return tokens
}

function findSequence(tokens: readonly Token[], wanted: readonly Wanted[]): string | null {
  const first = wanted[0]
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    // Most places end here, without a look at the words that follow.
    if (first && !isMatch(tokens[from], first)) continue
    if (!wanted.every((word, index) => isMatch(tokens[from + index], word))) continue
    return tokens
      .slice(from, from + wanted.length)
      .map(({ written }) => written)
      .join(" ")
  }
  return null
}

function isMatch(token: Token | undefined, { runs: wanted, hasAnyEnding }: Wanted): boolean {
  if (!token || wanted.length === 0 || token.runs.length < wanted.length) return false
  if (token.isSpelledOut) return token.runs.some((_, from) => beginsWith(token.runs, from, wanted))
  return (hasAnyEnding || token.runs.length === wanted.length) && beginsWith(token.runs, 0, wanted)
}

/** Whether from there on each letter stands as often as in the word, or more often. */
function beginsWith(runs: Runs, from: number, wanted: Runs): boolean {
  for (const [index, [letter, count]] of wanted.entries()) {
    const run = runs[from + index]
    if (!run || run[0] !== letter || run[1] < count) return false
  }
  return true
}
