import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { findOrder, type OrderRow } from "./queries.ts"

/** Channel that tells which order has ended. */
export const ordersChannel = "orders"

/** Looks by itself this often, in case a notification was lost. */
const lookEveryMs = 2_000

function hasEnded(order: OrderRow): boolean {
  return order.status !== "waiting" && order.status !== "drawing"
}

/** What ends the waiting before the order has ended. */
interface Interruptions {
  /** Whoever waits has left. */
  left: AbortSignal
  /** This process stops: what is drawn here is still finished, what has not begun is not begun any more. */
  stopping: AbortSignal
}

/**
 * Waits until the order has ended or the time is over, whichever is first. Leaving changes nothing for the order.
 * @returns the order as it is then
 * @throws AppError `not_found` when it went with its account
 */
export async function waitForOrder(
  s: Services,
  first: OrderRow,
  timeMs: number,
  { left, stopping }: Interruptions,
): Promise<OrderRow> {
  if (hasEnded(first) || timeMs <= 0) return first
  return new Promise<OrderRow>((resolve, reject) => {
    let latest = first
    const look = async (): Promise<void> => {
      const found = await findOrder(s.db, first.id)
      if (!found) return fail(new AppError("not_found", "This order does not exist any more."))
      latest = found
      if (hasEnded(latest) || (stopping.aborted && latest.status === "waiting")) finish()
    }
    const lookSafely = (): void => void look().catch(fail)
    const stopHearing = s.notifications.on(ordersChannel, (id) => {
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
