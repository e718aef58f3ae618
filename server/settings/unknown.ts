/** Names that other programs give a meaning, however much they look like one of ours. */
const foreign = new Set(["HOSTNAME", "MAILTO", "MAILER", "PORTS"])

/**
 * @returns settings that look like a mistyped one of ours, with what was meant
 * @param given names in the environment
 */
export function findMistyped(given: readonly string[], known: readonly string[]): { name: string; meant: string }[] {
  const names = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return given.flatMap((name) => {
    if (names.has(name) || foreign.has(name) || !/^[A-Z][A-Z0-9_]{4,}$/.test(name)) return []
    const meant = [...names].find((one) => one.length > 5 && isOneSlipApart(name, one))
    return meant ? [{ name, meant }] : []
  })
}

/** One letter more, less or other, or two neighbours that changed places. */
function isOneSlipApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
