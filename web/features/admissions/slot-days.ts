import type { FreeSlot } from "#contract/product/interviews.ts"
import type { Choice } from "#web/ui/select-field.tsx"

/** Zones that applicants live in most; their own is added when it is another. */
const commonZones = [
  "Africa/Lagos",
  "Africa/Accra",
  "Africa/Nairobi",
  "Africa/Johannesburg",
  "Africa/Cairo",
  "Europe/London",
]

/** "Lagos (GMT+1)". */
function zoneName(zone: string): string {
  if (zone === "UTC") return zone
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(new Date())
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? ""
  return `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")} (${offset})`
}

export function zoneChoices(own: string): Choice[] {
  return [...new Set([own, ...commonZones])].map((zone) => ({ value: zone, label: zoneName(zone) }))
}

/** "10:00" on that zone's clock. */
export function timeIn(moment: string, zone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })
  return format.format(new Date(moment))
}

/** Slots by the day on which they are for somebody in that zone. */
export function daysOf(slots: readonly FreeSlot[], zone: string): { title: string; slots: FreeSlot[] }[] {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "long", day: "numeric", month: "long" })
  const days = new Map<string, FreeSlot[]>()
  for (const slot of slots) {
    const title = format.format(new Date(slot.startsAt))
    days.set(title, [...(days.get(title) ?? []), slot])
  }
  return [...days].map(([title, ofDay]) => ({ title, slots: ofDay }))
}
