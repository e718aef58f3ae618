import { AppError } from "./errors.ts"

/** Runs work when its turn comes. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `limit` pieces of work run at once; the others wait in line.
 * @throws AppError `general_rate_limit_exceeded` with this message once `waitingLimit` are waiting
 */
export function createTurns(limit: number, waitingLimit: number, busyMessage: string): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= waitingLimit) throw new AppError("general_rate_limit_exceeded", busyMessage)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
