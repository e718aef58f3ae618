import type { ProgramPayment } from "./program.ts"

/** What can be paid of a program's tuition: all at once, or in three instalments. */
export const tuitionParts = ["full", "first", "second", "third"] as const
export type TuitionPart = (typeof tuitionParts)[number]

/** Kobo of each part. */
export type TuitionPrices = Readonly<Record<TuitionPart, number>>

const kobo = 100

/** Hundreds of naira go off each instalment, so that nobody is asked for odd amounts. */
function shareOf(awardMinor: number, part: number, total: number): number {
  const step = 100 * kobo
  return Math.floor((awardMinor * part) / total / step) * step
}

/**
 * What a learner pays: the discounted plan, less a scholarship, which goes off the instalments in proportion; what
 * rounding leaves goes off the last.
 * @param awardMinor scholarship in kobo; of more than the tuition, the tuition
 */
export function tuitionPrices(payment: ProgramPayment, awardMinor: number): TuitionPrices {
  const full = Number(payment.discounted_total) * kobo
  const plan = [
    payment.discounted_first_tranche,
    payment.discounted_second_tranche,
    payment.discounted_third_tranche,
  ].map((naira) => Number(naira) * kobo)
  const total = plan.reduce((sum, part) => sum + part, 0)
  const award = Math.min(awardMinor, full)
  const [first = 0, second = 0, third = 0] = plan
  // From the last to the first, each takes what the ones before it leave over.
  const offThird = Math.min(third, award - shareOf(award, first, total) - shareOf(award, second, total))
  const offSecond = Math.min(second, award - offThird - shareOf(award, first, total))
  const offFirst = award - offThird - offSecond
  return { full: full - award, first: first - offFirst, second: second - offSecond, third: third - offThird }
}

/** The same day so many months later, or the last day of a shorter month. @param day as YYYY-MM-DD */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const lastDate = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** @param day as YYYY-MM-DD */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
