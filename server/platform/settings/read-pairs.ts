/** Reads `name=value` with commas between; a part without `=` has no value. */
export function readPairs(value: string | null): [name: string, value: string][] {
  const parts = (value ?? "").split(",").map((part) => part.trim())
  return parts.filter(Boolean).map((part): [string, string] => {
    const at = part.indexOf("=")
    return at < 0 ? [part, ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
}
