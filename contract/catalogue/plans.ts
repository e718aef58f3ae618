export interface CreditPlan {
  id: string
  plan: string
  feature: readonly string[]
  /** Dollars as digits without a symbol (decision 9). */
  base_price: string
  /** Naira as digits without a symbol (decision 9). */
  price_in_naira: string
  credits: number
}

/** Credit plans and their two prices, never converted into each other. Source: specification §9. */
export const creditPlans: readonly CreditPlan[] = [
  {
    id: "basic",
    plan: "Basic",
    feature: ["200 credits", "Private pictures"],
    base_price: "4",
    price_in_naira: "6000",
    credits: 200,
  },
  {
    id: "pro",
    plan: "Pro",
    feature: ["800 credits", "Private pictures", "Priority access"],
    base_price: "14",
    price_in_naira: "22000",
    credits: 800,
  },
  {
    id: "max",
    plan: "Max",
    feature: ["1500 credits", "Private pictures", "Priority access", "Free photo upscaling"],
    base_price: "18",
    price_in_naira: "29000",
    credits: 1500,
  },
]
