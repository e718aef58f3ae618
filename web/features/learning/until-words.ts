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
