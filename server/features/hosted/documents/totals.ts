/** How long a list's count is good for the pages that follow its first, in milliseconds. */
const keepMs = 5 * 60_000

/** Most lists remembered at once; the longest unused is forgotten first. */
const maxLists = 10_000

/** Longer lists are counted each time, so that what is remembered stays below 10 MB. */
const maxLength = 500

const known = new Map<string, { total: number; until: number }>()

/**
 * Counts a list once for all of its pages: the first page counts, the pages after it repeat that count, and only a
 * process that did not serve the first page counts again.
 */
export function rememberTotal(list: string, total: number): void {
  if (list.length > maxLength) return
  known.delete(list)
  known.set(list, { total, until: Date.now() + keepMs })
  if (known.size > maxLists) {
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
  }
}

/** @returns null when the list's first page was not counted here, or too long ago */
export function rememberedTotal(list: string): number | null {
  const entry = known.get(list)
  return entry && entry.until > Date.now() ? entry.total : null
}
