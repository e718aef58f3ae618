import { endOfAcademyDay } from "#web/lib/academy/academy-day.ts"
import { formatDate } from "#web/lib/format/format.ts"

const minuteMs = 60_000

/** How long until something, in words: "in 2 days", "in 3 hours", "in 12 minutes", "now". */
export function untilWords(ms: number): string {
  if (ms <= 0) return "now"
  const minutes = Math.ceil(ms / minuteMs)
  const [count, word] =
    minutes < 90
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1_440), "day"]
  return `in ${count} ${word}${count === 1 ? "" : "s"}`
}

/** Until when a task is handed in: "hand in by 12 March 2027, in 3 days"; afterwards the day that was the last. @param now in ms */
export function dueWords(dueOn: string, now: number): string {
  const left = endOfAcademyDay(dueOn) - now
  return left > 0 ? `hand in by ${formatDate(dueOn)}, ${untilWords(left)}` : `the last day was ${formatDate(dueOn)}`
}
