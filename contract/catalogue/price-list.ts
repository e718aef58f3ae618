import { creditPlans, proStudioPlan } from "./plans.ts"

/** One thing that is sold, in both currencies. */
export interface PriceLine {
  name: string
  naira: number
  dollars: number
  /** Naira of one dollar, by these two prices. */
  rate: number
  /** How far that is from the middle of all of them, as a part of it: 0.2 is a fifth more naira than elsewhere. */
  drift: number
}

/** From which drift on somebody should look at the two prices. */
export const driftLimit = 0.15

/** Every plan with its two prices, which nobody converts into each other, and how far they drifted apart. */
export function priceList(): PriceLine[] {
  const { plan, price_in_naira, base_price, dicount_price_in_naira, discount_base_price } = proStudioPlan
  const lines = [
    ...creditPlans.map((one) => line(one.plan, one.price_in_naira, one.base_price)),
    line(plan, price_in_naira, base_price),
    line(`${plan}, promotion`, dicount_price_in_naira, discount_base_price),
  ]
  const sorted = lines.map(({ rate }) => rate).sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 1
  return lines.map((one) => ({ ...one, drift: one.rate / middle - 1 }))
}

function line(name: string, nairaDigits: string, dollarDigits: string): Omit<PriceLine, "drift"> {
  const [naira, dollars] = [Number(nairaDigits), Number(dollarDigits)]
  return { name, naira, dollars, rate: naira / dollars }
}
