interface Outcomes {
  done: number
  skipped: readonly { why: string }[]
}

/** What became of many, in a sentence: how many were done, and why the others were not. */
export function outcomeWords({ done, skipped }: Outcomes): string {
  const reasons = [...new Set(skipped.map(({ why }) => why))].join(" ")
  const first = done === 1 ? "1 done." : `${done} done.`
  return skipped.length === 0 ? first : `${first} ${skipped.length} left as they were: ${reasons}`
}
