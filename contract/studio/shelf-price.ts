/** Currencies in which a product has a price. Both have a hundred minor units: kobo and cents. */
export const shelfCurrencies = ["NGN", "USD"] as const
export type ShelfCurrency = (typeof shelfCurrencies)[number]

/** Highest price, in minor units: a billion naira or dollars, which no listing passes. */
export const maxPriceMinor = 100_000_000_000

/** Signs and names of a currency that people write beside a price. */
const currencyWords = /^(?:₦|NGN|N|US\$|USD|\$|naira|dollars?)|(?:₦|NGN|USD|\$|naira|dollars?)$/gi

/** Thousands and millions, as sellers shorten them: `5k`, `1.5m`. */
const shortened: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }

const refusals = {
  unread: "This is no price. Write it like 5,000 or 5,000.00.",
  least: "A price is more than 0.",
  most: "A price is at most 1,000,000,000.",
} as const

/** A price in minor units, or what is wrong with its text. */
export type ReadPrice = { minor: number } | { problem: string }

/**
 * Reads a price as sellers write it: `5k`, `₦5000`, `5,000.00`, `5.000,00`. A point or comma before three digits parts
 * thousands, before one or two digits at the end it begins the minor units.
 */
export function readPrice(text: string): ReadPrice {
  const bare = text
    .normalize("NFKC")
    .replace(/[\s\u00a0'’_]/g, "")
    .replace(currencyWords, "")
    .replace(/\/[-=]?$/, "")
  const {
    sign = "",
    digits = "",
    short = "",
  } = /^(?<sign>[-−]?)(?<digits>[\d.,]+)(?<short>[km]?)$/i.exec(bare)?.groups ?? {}
  if (digits === "" || digits.length > 30) return { problem: refusals.unread }
  const factor = shortened[short.toLowerCase()]
  const parts = partsOf(digits, factor !== undefined)
  if (parts === null) return { problem: refusals.unread }
  const minor = Math.round(Number(`${parts.whole}.${parts.rest || "0"}`) * (factor ?? 1) * 100)
  if (sign !== "" || minor === 0) return { problem: refusals.least }
  return minor > maxPriceMinor ? { problem: refusals.most } : { minor }
}

/** @returns digits before and after the point; null for marks that stand where no reader expects them */
function partsOf(digits: string, isShortened: boolean): { whole: string; rest: string } | null {
  const plain = new RegExp(`^(?<whole>\\d+)(?:[.,](?<rest>\\d{1,${isShortened ? 3 : 2}}))?$`)
  const commas = /^(?<whole>\d{1,3}(?:,\d{3})+)(?:\.(?<rest>\d{1,2}))?$/
  const points = /^(?<whole>\d{1,3}(?:\.\d{3})+)(?:,(?<rest>\d{1,2}))?$/
  for (const form of [plain, commas, points]) {
    const { whole, rest = "" } = form.exec(digits)?.groups ?? {}
    if (whole !== undefined) return { whole: whole.replace(/[.,]/g, ""), rest }
  }
  return null
}

/** "₦6,000", "₦6,000.50", "$12.50": a price as buyers read it. */
export function formatPrice(minor: number, currency: ShelfCurrency): string {
  const isWhole = minor % 100 === 0
  const digits = { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: isWhole ? 0 : 2 }
  return `${currency === "NGN" ? "₦" : "$"}${new Intl.NumberFormat("en", digits).format(minor / 100)}`
}

/** "6000.00": a price as feeds and tables want it, with neither sign nor thousands. */
export function plainPrice(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`
}
