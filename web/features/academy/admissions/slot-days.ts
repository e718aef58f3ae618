import type { FreeSlot } from "#contract/academy/interviews.ts"
import type { Choice } from "#web/ui/form/select-field.tsx"

/** Zones that applicants live in most; their own is added when it is another. */
const commonZones = [
  "Africa/Lagos",
  "Africa/Accra",
  "Africa/Nairobi",
  "Africa/Johannesburg",
  "Africa/Cairo",
  "Europe/London",
]

/** "Lagos time". */
function zoneName(zone: string): string {
  return zone === "UTC" ? zone : `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")} time`
}

/** Without their offsets: where summer time begins or ends, those of the days to choose from differ. */
export function zoneChoices(own: string): Choice[] {
  return [...new Set([own, ...commonZones])].map((zone) => ({ value: zone, label: zoneName(zone) }))
}

/** "10:00" on that zone's clock. */
export function timeIn(moment: string, zone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })
  return format.format(new Date(moment))
}

/** "GMT+1", by the zone's rules of that day; "GMT" for none. */
function offsetAt(moment: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(moment)
  return parts.find(({ type }) => type === "timeZoneName")?.value.replace(/[+-]0$/, "") ?? "GMT"
}

/**
 * Slots by the day on which they are for somebody in that zone, with the offset of that day:
 * "Monday 29 March (London time, GMT+1)", as the mail has it later.
 */
export function daysOf(slots: readonly FreeSlot[], zone: string): { title: string; slots: FreeSlot[] }[] {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "long", day: "numeric", month: "long" })
  const days = new Map<string, FreeSlot[]>()
  for (const slot of slots) {
    const moment = new Date(slot.startsAt)
    const clock = zone === "UTC" ? zone : `${zoneName(zone)}, ${offsetAt(moment, zone)}`
    const title = `${format.format(moment)} (${clock})`
    days.set(title, [...(days.get(title) ?? []), slot])
  }
  return [...days].map(([title, ofDay]) => ({ title, slots: ofDay }))
}
