import type { Fees } from "#contract/catalogue/fees.ts"
import { modes } from "#contract/catalogue/modes.ts"
import type { CreditPlan } from "#contract/catalogue/plans.ts"
import { type Currency, formatNumber } from "#web/lib/format/format.ts"

/** The two currencies prices are set in. */
export const currencyChoices = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
] as const

/** Price of a plan in whole naira or dollars. */
export function priceOf(plan: Pick<CreditPlan, "base_price" | "price_in_naira">, currency: Currency): number {
  return Number(currency === "NGN" ? plan.price_in_naira : plan.base_price)
}

/** How many pictures a plan's credits make, with the dearest mode and with the cheapest. @param known fees of this installation */
export function picturesOf({ credits }: Pick<CreditPlan, "credits">, known: Fees): string {
  const fees = modes.map(({ slug }) => known[slug])
  const least = Math.floor(credits / Math.max(1, ...fees))
  const most = Math.floor(credits / Math.max(1, Math.min(...fees)))
  return `${formatNumber(least)} to ${formatNumber(most)} pictures, by tool`
}
