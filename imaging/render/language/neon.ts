import { withoutUnknown } from "#imaging/render/text/outline.ts"
import { colourWords, linear } from "./colours.ts"
import type { Reader } from "./reader.ts"
import { noLook } from "./reading.ts"
import { lettering, pronouns, stopWords } from "./small-words.ts"

const signWords: ReadonlySet<string> = new Set(
  "sign signs signage signboard letters lettering text light lights word".split(" "),
)
const glows: ReadonlySet<string> = new Set(["neon", "glowing", "illuminated", "lit", "led"])
const behind: ReadonlySet<string> = new Set(["behind", "above", "over", "on", "background", "wall", "in", "at"])

/**
 * Takes glowing lettering that stands by itself: `"SALE" in neon behind it`, `a neon sign that says "OPEN"`,
 * `a glowing "OPEN" sign`. Text in neon on the product itself stays a text of the product.
 * @returns the token number after it, or `at` when there is none
 */
export function readNeon(r: Reader, at: number): number {
  if (r.reading.neon) return at
  const isQuote = r.tokens[at]?.kind === "quote"
  if (!isQuote && !glows.has(r.keys[at] ?? "") && colourWords[r.keys[at] ?? ""] === undefined) return at
  const look = noLook()
  let quote = -1
  let hasGlow = false
  let isSign = false
  let end = at
  for (let i = at; i < Math.min(at + 10, r.tokens.length); i += 1) {
    const token = r.tokens[i]
    if (token?.kind === "quote") {
      if (quote >= 0) break
      quote = i
    } else if (token?.kind !== "word") break
    else if (glows.has(token.key)) hasGlow = true
    else if (signWords.has(token.key)) isSign = true
    else if (!hasGlow && i > at && quote < 0 && lettering[token.key]) break
    else if (colourWords[token.key] !== undefined) {
      look.colours.push(linear(colourWords[token.key] ?? ""))
      look.words.push(token.key)
    } else if (!stopWords.has(token.key) && !lettering[token.key] && !(token.key === "in" && quote >= 0)) break
    if (i >= quote && quote >= 0 && hasGlow) end = i + 1
  }
  if (quote < 0 || !hasGlow || end <= at) return at
  const rest = endOfPlace(r, end)
  if (!isSign && rest === end && r.reading.subject === null) return at
  const wanted = (r.tokens[quote]?.raw ?? "").slice(0, 40)
  const { text, leftOut } = withoutUnknown(wanted)
  if (text === "") r.reading.ignored.push(`neon sign “${wanted}”`)
  else {
    r.reading.neon = { text, look }
    r.reading.ignored.push(...leftOut.map((sign) => `“${sign}” in the text`))
  }
  for (let i = at; i < rest; i += 1) r.used[i] = true
  r.reading.light ??= "neon"
  r.relation = null
  r.side = null
  return rest
}

/** After "behind it", "on the wall", "in the background". */
function endOfPlace(r: Reader, at: number): number {
  if (!behind.has(r.keys[at] ?? "")) return at
  for (let i = at + 1; i < at + 4; i += 1) {
    const key = r.keys[i] ?? ""
    if (pronouns.has(key) || key === "background" || key === "wall") return i + 1
    if (!stopWords.has(key)) break
  }
  return r.keys[at] === "behind" || r.keys[at] === "above" ? at + 1 : at
}
