import type { EngineWatch } from "#server/adapters/image-engine/port.ts"

/** Time for what comes after drawing: files are stored and rows written. In ms. */
const reserveMs = 20_000
/** Least time that is planned for a picture, in ms: its necessary samples take longer on a busy machine all the same. */
const leastBudgetMs = 2_000

interface Turn {
  /** Time for this picture in ms: an even share of what is left, and never more than the usual. */
  budgetMs: number
  /** Aborted with the order, and once one picture is there, shortly before its time is over. */
  signal: AbortSignal
}

/**
 * Makes pictures one after the other for as long as there is time. When it is over, those that are finished are what comes:
 * one at least, as for the first all of the time is there.
 */
export async function makeInTime<T>(
  count: number,
  usualMs: number,
  { endsAt = Number.POSITIVE_INFINITY, signal }: EngineWatch,
  make: (index: number, turn: Turn) => Promise<T>,
): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index++) {
    const leftMs = endsAt - Date.now() - reserveMs
    const budgetMs = Math.min(usualMs, Math.max(leastBudgetMs, leftMs / (count - index)))
    if (made.length === 0 || leftMs === Number.POSITIVE_INFINITY) {
      made.push(await make(index, { budgetMs, signal }))
      continue
    }
    if (leftMs <= 0) break
    const over = AbortSignal.timeout(Math.ceil(leftMs))
    try {
      made.push(await make(index, { budgetMs, signal: AbortSignal.any([signal, over]) }))
    } catch (error) {
      if (signal.aborted || !over.aborted) throw error
      break
    }
  }
  return made
}
