import type { CreditPlan } from "#contract/catalogue/plans.ts"
import type { Currency } from "#web/lib/format.ts"

/** The two currencies prices are set in. */
export const currencyChoices = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
] as const

/** Price of a plan in whole naira or dollars. */
export function priceOf(plan: Pick<CreditPlan, "base_price" | "price_in_naira">, currency: Currency): number {
  return Number(currency === "NGN" ? plan.price_in_naira : plan.base_price)
}
