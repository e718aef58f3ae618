import ical, { ICalEventStatus } from "ical-generator"
import { product } from "#contract/brand.ts"

/** What stands in a person's calendar. */
export interface Entry {
  /** The same for ever, so that a change finds what it changes. */
  id: string
  /** Counts the changes. */
  revision: number
  changedAt: Date
  /** A moment with its length in minutes, or a whole day as YYYY-MM-DD. */
  at: { startsAt: Date; minutes: number } | { day: string }
  title: string
  text: string
  /** Where to go on; a path of the product. */
  path: string
  isCancelled: boolean
}

const dayMs = 86_400_000

/** A calendar with these entries. Moments are those of UTC, which every calendar shows on its own clock, in summer too. */
export function writeFeed(entries: readonly Entry[], publicUrl: string): string {
  const calendar = ical({
    name: `${product.name} Academy`,
    prodId: { company: product.name, product: "academy" },
    // How often calendars look, in seconds.
    ttl: 3_600,
  })
  for (const { id, revision, changedAt, at, title, text, path, isCancelled } of entries) {
    const from = "day" in at ? new Date(`${at.day}T00:00:00Z`) : at.startsAt
    calendar.createEvent({
      id: `${id}@${new URL(publicUrl).hostname}`,
      sequence: revision,
      stamp: changedAt,
      lastModified: changedAt,
      start: from,
      end: new Date(from.getTime() + ("day" in at ? dayMs : at.minutes * 60_000)),
      allDay: "day" in at,
      summary: title,
      description: text,
      url: publicUrl + path,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
