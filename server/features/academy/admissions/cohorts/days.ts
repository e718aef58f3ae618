import { admissionRules } from "#contract/catalogue/applications.ts"

const format = new Intl.DateTimeFormat("en-CA", {
  timeZone: admissionRules.timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
})

/** The academy's day at a moment, as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return format.format(moment)
}
