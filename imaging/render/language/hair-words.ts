import { lookUp } from "./lexicon.ts"
import type { Reader } from "./reader.ts"

/** How hair is worn, which is said of wigs alone: elsewhere "straight" or "lace" mean other things, or nothing that we draw. */
const hairWords: ReadonlySet<string> = new Set(
  `straight,bone straight,silky straight,kinky straight,sleek,wavy,body wave,deep wave,water wave,loose wave,curly,deep curly,
  kinky,kinky curly,pixie,bob,braided,braids,box braids,knotless braids,afro,frontal,closure,glueless,
  human hair,lace,lace front,lace frontal`
    .split(",")
    .map((name) => name.trim()),
)

/**
 * Puts words for hair aside until the wig comes.
 * @returns the token number after them, or `at` when none starts here or the prompt has no wig
 */
export function readHair(r: Reader, at: number): number {
  if (!r.keys.includes("wig") && !r.keys.includes("wigs")) return at
  if (lookUp(r.keys, at)?.meaning.subject === "wig") return at
  for (const words of [2, 1]) {
    const phrase = r.keys.slice(at, at + words).join(" ")
    if (!hairWords.has(phrase)) continue
    r.pending.words.push(phrase)
    for (let i = at; i < at + words; i += 1) r.pendingAt.push(i)
    return at + words
  }
  return at
}
