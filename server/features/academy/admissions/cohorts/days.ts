import { admissionRules } from "#contract/catalogue/applications.ts"

const format = new Intl.DateTimeFormat("en-CA", {
  timeZone: admissionRules.timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
})

/** Whether money of an order may be on its way still, so that it counts as if it had come when it was ordered. */
export function isStillOnItsWay({ now }: { now: () => Date }, orderedAt: Date | undefined): boolean {
  return orderedAt !== undefined && now().getTime() - orderedAt.getTime() <= admissionRules.paymentHours * 3_600_000
}

/** The academy's day at a moment, as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return format.format(moment)
}
