/** One word, a piece of quoted text, or a mark that ends a phrase. */
export interface Token {
  kind: "word" | "quote" | "break"
  /** Lower case, accents removed, typographic marks made plain: the form the vocabulary is written in. */
  key: string
  /** As the person wrote it. */
  raw: string
}

/** Longest prompt that is read; the rest is neither understood nor reported. Source: docs/product-rules.md#numbers allows free text, 5,000 is ours. */
const longestPrompt = 5000

const mostTokens = 600
const openers: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "‘": "’",
  "'": "'",
  "`": "`",
}
const wordStart = /[\p{L}\p{N}₦$€£#@&]/u
const wordPart = /[\p{L}\p{M}\p{N}'’\-/₦$€£%@&_]/u

/** Splits any text into tokens, in one pass; never fails and never returns more than a few hundred. */
export function tokenize(prompt: string): Token[] {
  const letters = Array.from(prompt.slice(0, longestPrompt).normalize("NFC"))
  const tokens: Token[] = []
  let at = 0
  while (at < letters.length && tokens.length < mostTokens) {
    const letter = letters[at] ?? ""
    const quoted = readQuote(letters, at)
    if (quoted) {
      tokens.push({ kind: "quote", key: "", raw: quoted.text })
      at = quoted.next
    } else if (wordStart.test(letter)) {
      let end = at + 1
      while (end < letters.length && (wordPart.test(letters[end] ?? "") || isInNumber(letters, end))) end += 1
      const raw = letters
        .slice(at, end)
        .join("")
        .replace(/[-'’/_]+$/u, "")
      tokens.push({ kind: "word", key: keyOf(raw), raw })
      at = end
    } else {
      if (/[,.;:!?()[\]{}|•\n–—]/u.test(letter) && tokens.at(-1)?.kind !== "break") {
        tokens.push({ kind: "break", key: letter, raw: letter })
      }
      at += 1
    }
  }
  return tokens
}

/** True for the mark in "2.5" and "5,000". */
function isInNumber(letters: string[], at: number): boolean {
  const isDigit = (i: number): boolean => /\d/.test(letters[i] ?? "")
  return /[.,]/.test(letters[at] ?? "") && isDigit(at - 1) && isDigit(at + 1)
}

/** The form a word is looked up in: lower case, no accents, plain apostrophes. */
export function keyOf(raw: string): string {
  return raw.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").replaceAll("_", " ")
}

function readQuote(letters: string[], at: number): { text: string; next: number } | null {
  const closer = openers[letters[at] ?? ""]
  if (!closer) return null
  if (at > 0 && /[\p{L}\p{N}]/u.test(letters[at - 1] ?? "")) return null // an apostrophe inside a word
  const farthest = Math.min(letters.length, at + 120)
  for (let end = at + 1; end < farthest; end += 1) {
    if (letters[end] === "\n") return null
    const closes = letters[end] === closer || (closer === "”" && letters[end] === '"')
    const wordGoesOn = /[\p{L}\p{N}]/u.test(letters[end + 1] ?? "")
    if (closes && !wordGoesOn) {
      const text = letters
        .slice(at + 1, end)
        .join("")
        .trim()
      return text === "" ? null : { text, next: end + 1 }
    }
  }
  return null
}
