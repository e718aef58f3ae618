import type { EmailFacts } from "./facts.ts"

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

/** "1 December 2026". @param day as YYYY-MM-DD */
export function dayInWords(day: string): string {
  return day === "" ? "" : dates.format(new Date(`${day}T00:00:00Z`))
}

/** "₦100,000". */
export function naira(amount: number): string {
  return `₦${amount.toLocaleString("en-NG")}`
}

/** "Cohort 3, which begins on 1 February 2027", and whether that date is certain. */
export function cohortInWords(cohort: EmailFacts["cohort"]): string {
  if (!cohort) return "the next cohort"
  const start = dayInWords(cohort.startsOn)
  return cohort.isPlanned
    ? `cohort ${cohort.number}, which is planned to begin on ${start}`
    : `cohort ${cohort.number}, which begins on ${start}`
}

const partNames = { full: "Tuition", first: "First instalment", second: "Second instalment", third: "Third instalment" }

/** "Second instalment: ₦60,000, due on 1 March 2027". */
export function paymentInWords(payment: { part: keyof typeof partNames; amount: number; dueOn: string }): string {
  return `${partNames[payment.part]}: ${naira(payment.amount)}, due on ${dayInWords(payment.dueOn)}`
}
