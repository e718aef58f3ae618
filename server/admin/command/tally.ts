/** Ids that a line names. */
const namedIds = 3

/** Lines of one kind that are told; the rest is one line. */
const toldLines = 100

interface Entry {
  count: number
  ids: string[]
}

/** Counts what comes in and what is left out, and tells each as one line. */
export interface Tally {
  came(what: string, count?: number): void
  /** @param id of one of them, so that somebody can look for it */
  left(what: string, why: string, one?: { id?: string; count?: number }): void
  /** Lines in the order in which the first of each came. */
  lines(): string[]
}

/** @param coming what is said of what comes in */
export function createTally(coming: string): Tally {
  const [came, left] = [new Map<string, Entry>(), new Map<string, Entry>()]
  const add = (entries: Map<string, Entry>, line: string, count: number, id?: string): void => {
    const entry = entries.get(line) ?? { count: 0, ids: [] }
    entry.count += count
    if (id !== undefined && entry.ids.length < namedIds) entry.ids.push(id)
    entries.set(line, entry)
  }
  return {
    came: (what, count = 1) => count > 0 && add(came, what, count),
    left: (what, why, { id, count = 1 } = {}) => count > 0 && add(left, `${what}\n${why}`, count, id),
    lines: () => [
      ...tell(came, ([what, { count }]) => `${coming.padEnd(8)}  ${what} (${count})`),
      ...tell(left, ([line, { count, ids }]) => {
        const [what, why] = line.split("\n")
        return `left out  ${what} (${count}): ${why}${ids.length > 0 ? `; such as ${ids.join(", ")}` : ""}`
      }),
    ],
  }
}

function tell(entries: ReadonlyMap<string, Entry>, line: (entry: [string, Entry]) => string): string[] {
  const all = [...entries]
  const more = all.length > toldLines ? [`left out  ${all.length - toldLines} more lines like these`] : []
  return [...all.slice(0, toldLines).map(line), ...more]
}

/** A name from elsewhere, fit for a shell's window: without characters that steer it, and short. */
export function shown(name: string): string {
  const plain = name.replace(/[\p{C}\s]+/gu, " ").trim()
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain
}
