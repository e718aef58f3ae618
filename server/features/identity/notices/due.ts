import type { NoticeChannel } from "#contract/identity/notices.ts"
import type { NoticeKind } from "#server/declarations/notice.ts"
import { clockOf, daysOn, momentAt } from "#server/platform/text/clocks.ts"
import type { SettingsRow } from "./queries.ts"

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
