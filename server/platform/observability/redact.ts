const hidden = "[hidden]"

/** Names of values that open something. */
const secretName =
  /pass(word|phrase)|secret|token|cookie|authorization|api-?key|access-?key|jwt|credential|connectionstring/i

/** Deeper parts of a value are left out of the log. */
const maxDepth = 6

/** Takes passwords out of addresses, and secrets out of their queries. */
export function redactText(text: string): string {
  return text
    .replaceAll(/(?<!\w)(\w+:\/\/)[^\s/:@]*:[^\s/@]*@/g, `$1${hidden}@`)
    .replaceAll(/([?&](?:secret|token|jwt|code|state|password|key)=)[^&\s"']+/gi, `$1${hidden}`)
}

/** The same value without what opens something, whatever holds it. Other than plain objects and lists stay as they are. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value)
  if (typeof value !== "object" || value === null) return value
  if (depth >= maxDepth) return "[deep]"
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, secretName.test(name) ? hidden : redact(part, depth + 1)]),
  )
}
