/** Days are written YYYY-MM-DD, as a zone's calendar has them; reckoning with them needs no zone. */

const dayMs = 86_400_000

/** The day on which a moment is, in a zone. */
export function dayIn(moment: string | Date, zone: string): string {
  // Swedish writes days as we do.
  return new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short" }).format(new Date(moment))
}

/** Minutes after midnight on a zone's clock. */
function minuteIn(moment: string, zone: string): number {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" }).format(new Date(moment))
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  return hour * 60 + minute
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** A week's days, Monday first. */
export function daysOfWeek(monday: string): string[] {
  return Array.from({ length: 7 }, (_, count) => addDays(monday, count))
}

/** The stretch of time that holds a week in every zone. */
export function stretchOf(monday: string): { from: string; until: string } {
  return { from: `${addDays(monday, -1)}T00:00:00.000Z`, until: `${addDays(monday, 8)}T00:00:00.000Z` }
}

/** "23 – 29 November 2026". */
export function weekInWords(monday: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" }).formatRange(
    new Date(monday),
    new Date(addDays(monday, 6)),
  )
}

interface Timed {
  startsAt: string
  minutes: number
}

/** Where a time stands in its day: minutes after midnight, and which of how many columns side by side. */
export interface Placed<Slot> {
  slot: Slot
  from: number
  until: number
  lane: number
  lanes: number
}

/** Minutes that a time takes up at least, so that it can be read and pressed. */
const leastMinutes = 20

/** A day's times, those that overlap side by side. @param slots in the order of time */
export function placeSlots<Slot extends Timed>(slots: readonly Slot[], zone: string): Placed<Slot>[] {
  const placed: Placed<Slot>[] = []
  let group: Placed<Slot>[] = []
  for (const slot of slots) {
    const from = minuteIn(slot.startsAt, zone)
    const until = from + Math.max(slot.minutes, leastMinutes)
    if (group.every((other) => other.until <= from)) group = []
    const taken = new Set(group.filter((other) => other.until > from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    const one = { slot, from, until, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return placed
}

/** The hours that a week shows: office hours, and whatever lies outside of them. */
export function hoursOf(placed: readonly Placed<unknown>[]): { first: number; last: number } {
  const first = Math.min(8, ...placed.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(18, ...placed.map(({ until }) => Math.ceil(until / 60)))
  return { first, last: Math.min(24, last) }
}
