import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator"
import { product } from "#contract/brand.ts"
import type { BookedInterview } from "./interviews.ts"

/** A calendar file with one interview; opened again after a change, it replaces the old entry. */
export function interviewCalendar(interview: BookedInterview, publicUrl: string): string {
  const { id, startsAt, minutes, place, revision, bookedAt } = interview
  const calendar = ical({ prodId: { company: product.name, product: "academy" }, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent({
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence: revision,
    stamp: bookedAt,
    start: startsAt,
    end: new Date(startsAt.getTime() + minutes * 60_000),
    summary: `Interview, academy of ${product.name}`,
    description: place,
    location: place,
    url: `${publicUrl}/interview`,
    status: ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}
