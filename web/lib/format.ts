export type Currency = "NGN" | "USD"

/** "₦6,000" or "$4": a price given as digits (decision 9); cents only where there are some. */
export function formatMoney(digits: string | number, currency: Currency): string {
  return new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  }).format(Number(digits))
}

/** "1,500 credits", "1 credit". */
export function formatCredits(credits: number): string {
  return `${formatNumber(credits)} ${credits === 1 ? "credit" : "credits"}`
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat("en").format(value)
}

/** "20 November 2026". @param date as the hosted backend writes it; "" gives "" */
export function formatDate(date: string): string {
  return date === "" ? "" : new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date(date))
}
