import { useState } from "react"
import type { Portal } from "#contract/academy/learning.ts"
import { joinMinutesBefore } from "#contract/catalogue/learning.ts"

const minuteMs = 60_000

/** How long before a class it is looked at more often, until its end: it may be moved at short notice. */
const nearMs = 60 * minuteMs
const betweenNearLooksMs = 5 * minuteMs

/** Longest time between two looks while there are classes at all, far below what a timer can hold (2 ** 31 ms). */
const betweenLooksMs = 60 * minuteMs

/** Over how long the looks of a cohort at the same door are spread. */
const spreadMs = 5_000

/** After a look that was not answered. */
const pollEveryMs = 10_000

type Classes = Pick<Portal, "now" | "classes">

interface Asked<Data> {
  state: { data: Data | undefined; dataUpdatedAt: number }
}

interface Looks<Data> {
  refetchInterval: (asked: Asked<Data>) => number | false
  refetchOnWindowFocus: (asked: Asked<Data>) => boolean
}

/**
 * How far the server's clock is ahead of this device's, in ms.
 * @param now what the server's clock showed in an answer
 * @param answeredAt when the answer came, by this device's clock
 */
export function serverLead(now: string, answeredAt: number): number {
  return Date.parse(now) - answeredAt
}

/**
 * When a query about live classes looks again: whether a door is open only the server says, so it is asked when the next
 * one opens or closes. A page in the background asks nothing, and looks when it comes back.
 * @param read the classes of an answer; null where none of the server is shown
 */
export function useClassLooks<Data>(read: (data: Data) => Classes | null): Looks<Data> {
  const [shift] = useState(() => Math.floor(Math.random() * spreadMs))
  const leftMs = ({ state: { data, dataUpdatedAt } }: Asked<Data>): number | null => {
    const answer = data === undefined ? null : read(data)
    if (!answer || answer.classes.length === 0) return null
    return dataUpdatedAt + pauseAfter(answer) + shift - Date.now()
  }
  return {
    refetchInterval: (asked) => {
      const left = leftMs(asked)
      if (left === null) return false
      return left > 0 ? left : pollEveryMs
    },
    refetchOnWindowFocus: (asked) => (leftMs(asked) ?? 1) <= 0,
  }
}

/** How long an answer stays right, as far as it tells, in ms. */
function pauseAfter({ now: shownNow, classes }: Classes): number {
  const now = Date.parse(shownNow)
  const pauses = classes.flatMap(({ startsAt, minutes }) => {
    const start = Date.parse(startsAt)
    const end = start + minutes * minuteMs
    const turns = [start - nearMs, start - joinMinutesBefore * minuteMs, end].map((turn) => turn - now)
    const isNear = now >= start - nearMs && now < end
    return [...turns.filter((pause) => pause > 0), ...(isNear ? [betweenNearLooksMs] : [])]
  })
  return Math.min(betweenLooksMs, ...pauses)
}
