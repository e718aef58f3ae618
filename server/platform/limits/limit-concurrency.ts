import pLimit from "p-limit"
import { AppError } from "#server/platform/errors.ts"

/** Runs work as soon as one of the places is free. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `maxRunning` pieces of work run at once; the others wait in line.
 * @throws AppError `general_rate_limit_exceeded` with this message once `maxWaiting` are waiting
 */
export function limitConcurrency(maxRunning: number, maxWaiting: number, busyMessage: string): ConcurrencyLimit {
  const limit = pLimit(maxRunning)
  return async (work) => {
    const mustWait = limit.activeCount >= maxRunning
    if (mustWait && limit.pendingCount >= maxWaiting) throw new AppError("general_rate_limit_exceeded", busyMessage)
    return limit(work)
  }
}
