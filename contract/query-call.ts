/** A query that cannot be read or does not make sense; answered as `general_query_invalid`. */
export class QueryError extends Error {
  override readonly name = "QueryError"
}

/** One query as written, before its method is known to make sense. */
export interface RawQuery {
  method: string
  attribute: string | null
  values: unknown[]
}

/** Methods whose arguments are all values; every other one names its attribute first. */
const withoutAttribute = new Set(["limit", "offset", "cursorAfter", "cursorBefore", "select", "and", "or"])

/** A text and how far it is read. */
interface Scanner {
  text: string
  at: number
}

/**
 * Reads the call form, such as `equal("creator", ["abc"])`: quoted texts, numbers, true, false, null and one level of
 * lists. SDK 13 does not escape quotes inside values; what becomes ambiguous by that is refused (docs/hosted-backend.md#queries).
 * @throws QueryError
 */
export function parseCall(text: string): RawQuery {
  const open = text.indexOf("(")
  const method = text.slice(0, Math.max(open, 0)).trim()
  if (!/^[a-zA-Z]{1,40}$/.test(method)) throw new QueryError("A query must look like method(…) or be JSON.")
  const scanner = { text, at: open + 1 }
  const found = readUntil(scanner, ")", true)
  skipBlanks(scanner)
  if (scanner.at < text.length) throw unreadable(scanner)

  if (withoutAttribute.has(method)) return { method, attribute: null, values: found.flat() }
  const [attribute, ...values] = found
  if (typeof attribute !== "string") throw new QueryError(`${method} needs an attribute.`)
  return { method, attribute, values: values.flat() }
}

/** Reads values with commas between them, up to and with the closing sign. */
function readUntil(scanner: Scanner, closing: ")" | "]", mayHoldLists: boolean): unknown[] {
  const values: unknown[] = []
  skipBlanks(scanner)
  if (scanner.text[scanner.at] === closing) {
    scanner.at++
    return values
  }
  for (;;) {
    values.push(readValue(scanner, mayHoldLists))
    skipBlanks(scanner)
    const next = scanner.text[scanner.at++]
    if (next === closing) return values
    if (next !== ",") throw unreadable(scanner)
  }
}

function readValue(scanner: Scanner, mayBeList: boolean): unknown {
  skipBlanks(scanner)
  const first = scanner.text[scanner.at]
  if (first === '"' || first === "'") return readText(scanner, first)
  if (first === "[" && mayBeList) {
    scanner.at++
    return readUntil(scanner, "]", false)
  }
  return readWord(scanner)
}

/** Cuts whole parts out: a text put together letter by letter takes many times the memory for as long as it is kept. */
function readText(scanner: Scanner, quote: string): string {
  const parts: string[] = []
  let start = ++scanner.at
  for (; scanner.at < scanner.text.length; scanner.at++) {
    const letter = scanner.text.charAt(scanner.at)
    if (letter === "\\" && scanner.text[scanner.at + 1] === quote) {
      parts.push(scanner.text.slice(start, scanner.at))
      start = ++scanner.at
    } else if (letter === quote) {
      parts.push(scanner.text.slice(start, scanner.at++))
      return parts.join("")
    }
  }
  throw unreadable(scanner)
}

const words = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
])

function readWord(scanner: Scanner): unknown {
  const start = scanner.at
  while (/[\w.+-]/.test(scanner.text.charAt(scanner.at))) scanner.at++
  const word = scanner.text.slice(start, scanner.at)
  if (words.has(word)) return words.get(word)
  if (/^-?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/.test(word)) return Number(word)
  throw unreadable(scanner)
}

function skipBlanks(scanner: Scanner): void {
  while (/\s/.test(scanner.text.charAt(scanner.at))) scanner.at++
}

function unreadable(scanner: Scanner): QueryError {
  return new QueryError(`A query cannot be read near character ${Math.min(scanner.at, scanner.text.length)}.`)
}
