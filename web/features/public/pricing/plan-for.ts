import type { CreditPlan } from "#contract/catalogue/plans.ts"
import { priceOf } from "#web/content/prices.ts"
import type { Currency } from "#web/lib/format/format.ts"

export interface Purchase {
  plan: CreditPlan
  times: number
  /** In whole naira or dollars. */
  price: number
}

/** @returns the cheapest way to get at least that many credits by buying one plan, once or several times */
export function planFor(credits: number, plans: readonly CreditPlan[], currency: Currency): Purchase | undefined {
  return plans
    .map((plan) => {
      const times = Math.max(1, Math.ceil(credits / plan.credits))
      return { plan, times, price: times * priceOf(plan, currency) }
    })
    .toSorted((one, other) => one.price - other.price || one.times - other.times)[0]
}
