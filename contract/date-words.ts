const months = "january february march april may june july august september october november december".split(" ")

/** Longest span that can be asked for, in its unit. */
const mostUnits = 1_000

/** A stretch of time: from a moment on, and before another one. */
export interface DateRange {
  from: Date
  to: Date
}

/**
 * What words such as `today`, `2 weeks`, `last month`, `August`, `3 May 2026` or `2026-08` mean, by the clock of whoever asks.
 * @returns null for words that say no time
 */
export function readDateWords(text: string, now = new Date()): DateRange | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, " ")
  return named(words, now) ?? span(words, now) ?? calendar(words, now)
}

/** Midnight of a day of this clock. @param month from 0 @param day may lie outside of the month */
function day(year: number, month: number, date: number): Date {
  const at = new Date(2000, 0, 1)
  at.setFullYear(year, month, date)
  return at
}

function named(words: string, now: Date): DateRange | null {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const between = (from: Date, to: Date): DateRange => ({ from, to })
  // Weeks begin on Monday.
  const monday = date - ((now.getDay() + 6) % 7)
  if (words === "today") return between(day(year, month, date), day(year, month, date + 1))
  if (words === "yesterday") return between(day(year, month, date - 1), day(year, month, date))
  if (words === "this week") return between(day(year, month, monday), day(year, month, monday + 7))
  if (words === "last week") return between(day(year, month, monday - 7), day(year, month, monday))
  if (words === "this month") return between(day(year, month, 1), day(year, month + 1, 1))
  if (words === "last month") return between(day(year, month - 1, 1), day(year, month, 1))
  if (words === "this year") return between(day(year, 0, 1), day(year + 1, 0, 1))
  if (words === "last year") return between(day(year - 1, 0, 1), day(year, 0, 1))
  return null
}

/** "2 weeks", "last 10 days", "3 months ago", "2w": from then until now. */
function span(words: string, now: Date): DateRange | null {
  const said = /^(?:last |past )?(\d{1,4}|an?) ?(h|hours?|d|days?|w|weeks?|m|months?|y|years?)(?: ago)?$/.exec(words)
  if (!said) return null
  const count = /^an?$/.test(said[1] ?? "") ? 1 : Number(said[1])
  if (count < 1 || count > mostUnits) return null
  const [unit] = said[2] ?? ""
  const from = new Date(now)
  if (unit === "h") from.setHours(from.getHours() - count)
  if (unit === "d") from.setDate(from.getDate() - count)
  if (unit === "w") from.setDate(from.getDate() - 7 * count)
  if (unit === "m" || unit === "y") {
    const [year, month] = [now.getFullYear(), now.getMonth() - (unit === "m" ? count : 12 * count)]
    // A month that is shorter has no such day: its last one is meant.
    from.setFullYear(year, month, Math.min(now.getDate(), day(year, month + 1, 0).getDate()))
  }
  // What is made while somebody looks belongs to it.
  return { from, to: day(now.getFullYear(), now.getMonth(), now.getDate() + 1) }
}

/** A year, a month or a day; the last one there was where no year is said. */
function calendar(words: string, now: Date): DateRange | null {
  const iso = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(words)
  const said = /^(?:(\d{1,2}) )?([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(words)
  if (iso) return range(Number(iso[1]), iso[2] ? Number(iso[2]) - 1 : undefined, iso[3] ? Number(iso[3]) : undefined)
  const month = said ? months.findIndex((name) => name === said[2] || name.slice(0, 3) === said[2]) : -1
  if (!said || month < 0) return null
  const date = said[1] ? Number(said[1]) : undefined
  const isAhead = day(now.getFullYear(), month, date ?? 1) > now
  return range(said[3] ? Number(said[3]) : now.getFullYear() - (isAhead ? 1 : 0), month, date)
}

/** @returns null for a day that is not in the calendar */
function range(year: number, month: number | undefined, date: number | undefined): DateRange | null {
  if (year < 1970 || year > 9_998) return null
  if (month === undefined) return { from: day(year, 0, 1), to: day(year + 1, 0, 1) }
  if (month < 0 || month > 11) return null
  if (date === undefined) return { from: day(year, month, 1), to: day(year, month + 1, 1) }
  const from = day(year, month, date)
  return from.getMonth() === month && from.getDate() === date ? { from, to: day(year, month, date + 1) } : null
}
