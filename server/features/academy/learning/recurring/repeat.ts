import { type ClassRepeat, mostRepeated } from "#contract/academy/teaching.ts"
import { clockOf, daysOn, momentAt } from "#server/platform/text/clocks.ts"

const dayMs = 86_400_000

/** 1 is Monday, 7 is Sunday. @param day as YYYY-MM-DD */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/**
 * When classes of a repetition begin: at the hour that the zone's clock shows at the first moment, also after the clock was
 * changed for summer. None where no such day comes until the last one.
 * @param timeZone whose clock and days count
 */
export function momentsOf(first: Date, { weekdays, until, count }: ClassRepeat, timeZone: string): Date[] {
  const { day: firstDay, time } = clockOf(first, timeZone)
  const moments: Date[] = []
  for (let days = 0; days < mostRepeated.days && moments.length < (count ?? mostRepeated.classes); days++) {
    const day = daysOn(firstDay, days)
    if (until !== undefined && day > until) break
    if (weekdays.includes(weekdayOf(day))) moments.push(momentAt(day, time, timeZone))
  }
  return moments
}

/** Moves a moment by as many days as another was moved, to the hour that the clock shows there. */
export function movedLike(moment: Date, { from, to }: { from: Date; to: Date }, timeZone: string): Date {
  const [before, after] = [clockOf(from, timeZone), clockOf(to, timeZone)]
  const days = Math.round((Date.parse(after.day) - Date.parse(before.day)) / dayMs)
  return momentAt(daysOn(clockOf(moment, timeZone).day, days), after.time, timeZone)
}
