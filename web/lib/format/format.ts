export type Currency = "NGN" | "USD"

/** "₦6,000" or "$4": a price given as digits (docs/product-rules.md#two-currencies); cents only where there are some. */
export function formatMoney(digits: string | number, currency: Currency): string {
  return new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  }).format(Number(digits))
}

/** "₦27.5" or "$0.018": what one piece of many costs. @param price of all of them, in whole naira or dollars */
export function formatUnitPrice(price: number, pieces: number, currency: Currency): string {
  return new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 0,
    maximumFractionDigits: currency === "NGN" ? 1 : 3,
  }).format(price / pieces)
}

/** A text in which numbers of four digits and more have their thousands set apart: "1,500 credits". */
export function formatThousands(text: string): string {
  return text.replaceAll(/\d{4,}/g, (digits) => formatNumber(Number(digits)))
}

/** "1,500 credits", "1 credit". @param one the word for one of them */
export function formatCredits(credits: number, one = "credit"): string {
  return `${formatNumber(credits)} ${credits === 1 ? one : `${one}s`}`
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat("en").format(value)
}

/**
 * "20 Nov 2026, 11:40" in the person's own time, for what only they look back at. What several people go by is said with
 * its zone. @param date as the hosted backend writes it; "" gives ""
 */
export function formatMoment(date: string): string {
  if (date === "") return ""
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(new Date(date))
}

const withZone = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const

/**
 * "20 Nov 2026, 11:40 GMT+1": the same with its zone, for what begins, ends or counts at a moment. Lines break only after
 * the comma. @param date as the hosted backend writes it; "" gives ""
 */
export function formatZonedMoment(date: string): string {
  if (date === "") return ""
  const words = new Intl.DateTimeFormat("en-GB", { ...withZone, timeZoneName: "short" }).format(new Date(date))
  return words.replaceAll(/(?<!,)\s/g, "\u00a0")
}

/** "20 November 2026". @param date as the hosted backend writes it, or a day as YYYY-MM-DD, which is that day everywhere; "" gives "" */
export function formatDate(date: string): string {
  if (date === "") return ""
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date)
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", ...(isDay && { timeZone: "UTC" }) }).format(
    new Date(date),
  )
}
