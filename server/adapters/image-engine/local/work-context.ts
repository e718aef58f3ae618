import { AppError } from "#server/platform/errors.ts"
import type { EngineModels } from "./models/engine-models.ts"
import type { WorkerPool } from "./pool.ts"

/** What every kind of order is carried out with. */
export interface WorkContext {
  pool: WorkerPool
  models: EngineModels
  threads: number
  /** Time for one picture in ms: extra samples are left out to keep it. */
  budgetMs: number
}

/** The order cannot be met as it is; the message tells the person why. */
export function refuse(message: string, cause?: unknown): AppError {
  return new AppError("general_argument_invalid", message, cause === undefined ? undefined : { cause })
}

/** A progress that reports `share` of a whole, beginning at `from`. */
export function partOf(
  onProgress: (fraction: number) => void,
  from: number,
  share: number,
): (fraction: number) => void {
  return (fraction) => onProgress(from + share * fraction)
}

/** Does something for every item, a few at a time; results in the items' order. The first failure ends the rest. */
export async function forEach<T, R>(
  items: readonly T[],
  atOnce: number,
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await act(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns))
  return results
}
