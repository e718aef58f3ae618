import { tzOffset } from "@date-fns/tz"

/** The place of a zone's name as people say it: "Africa/Lagos" is Lagos. */
export function placeOfZone(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")
}

/**
 * A moment on the clock of a zone, as the screen and the mail both show it:
 * "Tuesday, 1 December 2026 at 10:00 (Lagos time, GMT+1)".
 */
export function momentInWords(moment: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...options }).format(moment)
  const day = part({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).replace(/^(\w+) /, "$1, ")
  const time = part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const clock = timeZone === "UTC" ? "UTC" : `${placeOfZone(timeZone)} time, ${offsetOf(moment, timeZone)}`
  return `${day} at ${time} (${clock})`
}

/** "GMT+1", by the rules of that day; "GMT" for none. */
function offsetOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment)
  return parts.find(({ type }) => type === "timeZoneName")?.value.replace(/[+-]0$/, "") ?? "GMT"
}

/** The day and time that a zone's clock shows: "2026-12-01" and "18:00". */
export function clockOf(moment: Date, timeZone: string): { day: string; time: string } {
  const options = { timeZone, hourCycle: "h23", dateStyle: "short", timeStyle: "short" } as const
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", options).format(moment).split(" ")
  return { day, time }
}

/** @param day as YYYY-MM-DD @param days forward; a day is what the calendar calls one @returns likewise */
export function daysOn(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * The moment at which a zone's clock shows this. A time that the clock skips in spring is the one an hour later; of one
 * that it shows twice in autumn, the first.
 * @param day as YYYY-MM-DD @param time as HH:MM
 */
export function momentAt(day: string, time: string, timeZone: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // Asked of the zone alone: a date made of parts would go by the clock of this process as well.
  const offsetAt = (ms: number): number => tzOffset(timeZone, new Date(ms)) * 60_000
  const offsets = [offsetAt(shown - dayMs), offsetAt(shown + dayMs)]
  const before = shown - (offsets[0] ?? 0)
  const moments = offsets.map((offset) => shown - offset)
  return new Date(moments.find((ms) => ms + offsetAt(ms) === shown) ?? before)
}

const dayMs = 86_400_000
