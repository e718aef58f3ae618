export interface CreditPlan {
  id: string
  plan: string
  feature: readonly string[]
  /** Dollars as digits without a symbol (docs/product-rules.md#two-currencies). */
  base_price: string
  /** Naira as digits without a symbol (docs/product-rules.md#two-currencies). */
  price_in_naira: string
  credits: number
}

/** Credit plans and their two prices, never converted into each other. Source: docs/product-rules.md#numbers. */
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

/** Pro Studio: a photoshoot allowance with credits on top (docs/product-rules.md#pro-studio). */
export interface ProStudioPlan {
  id: string
  plan: string
  feature: readonly string[]
  base_price: string
  price_in_naira: string
  discount_base_price: string
  /** The spelling of the wire (docs/product-rules.md#wire-spelling). */
  dicount_price_in_naira: string
  /** Whether the discounted pair is the price at present. */
  is_promo: boolean
}

/** The two discounted figures do not belong to one rate; both are kept as given (docs/product-rules.md#pro-studio). */
export const proStudioPlan: ProStudioPlan = {
  id: "pro-studio",
  plan: "Pro Studio",
  feature: ["30 product images", "200 credits"],
  base_price: "35",
  price_in_naira: "54500",
  discount_base_price: "7",
  dicount_price_in_naira: "6600",
  is_promo: false,
}

/** What Pro Studio holds: photoshoot pictures that are used before credits, and credits. */
export const proStudioAllowance = { images: 30, credits: 200 } as const
