import type { NoticeChannel } from "#contract/identity/notices.ts"
import type { NoticeKind } from "#server/declarations/notice.ts"
import { momentAt } from "#server/platform/text/clocks.ts"
import type { SettingsRow } from "./queries.ts"

/** The day and time that a zone's clock shows: "2026-12-01" and "18:00". */
function clockOf(moment: Date, timeZone: string): { day: string; time: string } {
  const options = { timeZone, hourCycle: "h23", dateStyle: "short", timeStyle: "short" } as const
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", options).format(moment).split(" ")
  return { day, time }
}

/** @param days forward; a day is what the calendar calls one */
function daysOn(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The next time from this moment on at which a zone's clock shows this. */
function nextAt(moment: Date, time: string, timeZone: string): Date {
  const { day } = clockOf(moment, timeZone)
  const today = momentAt(day, time, timeZone)
  return today >= moment ? today : momentAt(daysOn(day, 1), time, timeZone)
}

/** When somebody may be told in this way: at once, with the letter of the day, or after their quiet hours. */
export function dueAt(kind: NoticeKind<never>, channel: NoticeChannel, settings: SettingsRow, now: Date): Date {
  if (channel !== "mail") return afterQuiet(settings, now)
  return kind.mail === "daily" ? nextAt(now, settings.dailyAt, settings.timeZone) : now
}

/** When quiet hours are over; this moment where there are none. */
export function afterQuiet({ quietFrom, quietUntil, timeZone }: SettingsRow, now: Date): Date {
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return now
  const { time } = clockOf(now, timeZone)
  const isNight = quietFrom > quietUntil
  const isQuiet = isNight ? time >= quietFrom || time < quietUntil : time >= quietFrom && time < quietUntil
  return isQuiet ? nextAt(now, quietUntil, timeZone) : now
}
