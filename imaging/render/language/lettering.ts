import { withoutUnknown } from "#imaging/render/text/outline.ts"
import type { Reader } from "./reader.ts"
import { lettering, relationWords, stopWords } from "./small-words.ts"
import type { Token } from "./tokens.ts"

/**
 * Takes the words that a word such as "says" announces.
 * @returns the token number after the lettering, or `at` when the word announces none
 */
export function readLettering(r: Reader, at: number): number {
  let next = at + 1
  while (stopWords.has(r.keys[next] ?? "") || lettering[r.keys[next] ?? ""] || r.tokens[next]?.raw === ":") next += 1
  if (r.tokens[next]?.kind === "quote") {
    for (let i = at; i < next; i += 1) r.used[i] = true
    return next
  }
  const words: string[] = []
  let end = next
  while (words.length < 6 && r.tokens[end]?.kind === "word") {
    const token = r.tokens[end] as Token
    const capital = /^[\p{Lu}\p{N}₦&@#]/u.test(token.raw)
    if (words.length > 0 && !capital && (relationWords[token.key] || lettering[r.keys[at] ?? ""] === "capitals")) break
    if (words.length === 0 && !capital && lettering[r.keys[at] ?? ""] === "capitals") break
    words.push(token.raw)
    end += 1
  }
  if (words.length === 0) return at
  addText(r, words.join(" "))
  for (let i = at; i < end; i += 1) r.used[i] = true
  return end
}

/** Notes a text to show on the thing named last; three at most, 60 letters each, and only what our typefaces have letters for. */
export function addText(r: Reader, text: string): void {
  const owner = r.reading.companions.find(({ look }) => look === r.last) ?? r.reading
  const shown = withoutUnknown(text.slice(0, 60))
  if (owner.texts.length === 3 || shown.text === "") {
    r.reading.ignored.push(`the text “${text.slice(0, 60)}”`)
    return
  }
  owner.texts.push(shown.text)
  r.reading.ignored.push(...shown.leftOut.map((sign) => `“${sign}” in the text`))
}
