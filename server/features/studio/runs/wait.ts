import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { runsChannel } from "./channel.ts"
import { findRun } from "./queries.ts"

/** Looks by itself this often, in case a notification was lost. */
const lookEveryMs = 2_000

export function hasEnded({ status }: Pick<RunRow, "status">): boolean {
  return status !== "waiting" && status !== "running"
}

/** What ends the waiting before the run has ended. */
export interface Interruptions {
  /** Whoever waits has left. */
  left: AbortSignal
  /** This process stops: what is worked on here is still finished, what has not begun is not begun any more. */
  stopping: AbortSignal
}

/**
 * Waits until the run has ended or the time is over, whichever is first; while the disk is too full for anything to be
 * begun, no longer than it takes to see that. Leaving changes nothing for the run.
 * @returns the run as it is then
 * @throws AppError `not_found` when it went with its account
 */
export async function waitForRun(
  s: Pick<Services, "db" | "notifications" | "space">,
  first: RunRow,
  timeMs: number,
  { left, stopping }: Interruptions,
): Promise<RunRow> {
  if (hasEnded(first) || timeMs <= 0) return first
  return new Promise<RunRow>((resolve, reject) => {
    let latest = first
    const look = async (): Promise<void> => {
      const found = await findRun(s.db, first.id)
      if (!found) return fail(new AppError("not_found", "This order does not exist any more."))
      latest = found
      const isHeldUp = stopping.aborted || s.space.isLow()
      if (hasEnded(latest) || (isHeldUp && latest.status === "waiting")) finish()
    }
    const lookSafely = (): void => void look().catch(fail)
    const stopHearing = s.notifications.on(runsChannel, (id) => {
      if (id === first.id) lookSafely()
    })
    const poll = setInterval(lookSafely, lookEveryMs)
    const limit = setTimeout(() => finish(), timeMs)
    const clear = (): void => {
      stopHearing()
      clearInterval(poll)
      clearTimeout(limit)
      left.removeEventListener("abort", finish)
      stopping.removeEventListener("abort", lookSafely)
    }
    const finish = (): void => {
      clear()
      resolve(latest)
    }
    const fail = (error: unknown): void => {
      clear()
      reject(error)
    }
    left.addEventListener("abort", finish)
    stopping.addEventListener("abort", lookSafely)
    lookSafely()
  })
}
