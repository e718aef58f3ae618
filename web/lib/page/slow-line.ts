import { connection } from "./line.ts"

/** Least wait for an answer, in ms, from which browsers call a line 3g or slower (Network Information API). */
const slowWaitMs = 270

/** Whether a photo takes a minute on this line, as the browser measured or our own answers show, or it is asked to save data. */
export function isLineSlow(): boolean {
  const { saveData = false, effectiveType } = connection() ?? {}
  return saveData || (effectiveType === undefined ? isEveryAnswerLate() : effectiveType !== "4g")
}

/** What browsers of iPhones tell nothing of: how long the quickest of our answers was on its way. */
function isEveryAnswerLate(): boolean {
  const waits = performance
    .getEntriesByType("resource")
    .filter((entry): entry is PerformanceResourceTiming => "transferSize" in entry)
    // Of files kept in the browser, nothing came over the line.
    .filter(({ transferSize, requestStart }) => transferSize > 0 && requestStart > 0)
    .map(({ requestStart, responseStart }) => responseStart - requestStart)
  return waits.length > 0 && Math.min(...waits) >= slowWaitMs
}
