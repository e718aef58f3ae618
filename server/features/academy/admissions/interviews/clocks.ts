import { TZDate } from "@date-fns/tz"

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

/**
 * The moment at which a zone's clock shows this. A time that the clock skips in spring is the one an hour later.
 * @param day as YYYY-MM-DD @param time as HH:MM
 */
export function momentAt(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}
