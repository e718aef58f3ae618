/** Most values kept of one name; one more stays, so that a schema can refuse it instead of losing it silently. */
const maxValues = 101

/** Most pairs read in all; the rest is dropped. */
const maxPairs = 1_000

const forbiddenNames = new Set(["__proto__", "constructor", "prototype"])

export type QueryString = Record<string, string | string[]>

/**
 * Reads the part of an address after `?`. `name[0]=`, `name[]=` and a repeated `name=` make a list in the order of
 * arrival, as both SDK generations and plain forms send lists (docs/hosted-backend.md#addresses-and-bodies); nothing nests deeper.
 */
export function parseQueryString(text: string): QueryString {
  const result: QueryString = Object.create(null)
  let pairs = 0
  for (const pair of text.split("&")) {
    if (pair === "") continue
    if (++pairs > maxPairs) break
    const equals = pair.indexOf("=")
    const rawName = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1))
    const listed = rawName.match(/^([^[\]]{1,100})\[\d{0,4}\]$/)
    add(result, listed?.[1] ?? rawName, value, listed !== null)
  }
  return result
}

function add(result: QueryString, name: string, value: string, isListed: boolean): void {
  if (forbiddenNames.has(name)) return
  const before = result[name]
  if (before === undefined) result[name] = isListed ? [value] : value
  else if (typeof before === "string") result[name] = [before, value]
  else if (before.length < maxValues) before.push(value)
}

function decode(text: string): string {
  const spaced = text.replaceAll("+", " ")
  if (!spaced.includes("%")) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
