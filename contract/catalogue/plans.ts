/** What a plan's buyer may do while credits of that purchase remain (docs/product-rules.md#priority-access). */
export interface PlanPerks {
  /** Whether the buyer's work goes before that of others. */
  hasPriority: boolean
  /** Enlargements of a day that cost nothing; 0 for none. */
  freeUpscalesPerDay: number
}

export interface CreditPlan extends PlanPerks {
  id: string
  plan: string
  /** What the plan promises, line by line; `creditPlan` writes it. */
  feature: readonly string[]
  /** Dollars as digits without a symbol (docs/product-rules.md#two-currencies). */
  base_price: string
  /** Naira as digits without a symbol (docs/product-rules.md#two-currencies). */
  price_in_naira: string
  credits: number
}

/** A plan whose promises follow from what it gives, so that none is made that nobody keeps. */
export function creditPlan(facts: Omit<CreditPlan, "feature">): CreditPlan {
  const feature = [
    `${facts.credits} credits`,
    // Any paid order opens them (docs/product-rules.md#free-is-public), so no plan can be without.
    "Private pictures",
    ...(facts.hasPriority ? ["Priority access"] : []),
    ...(facts.freeUpscalesPerDay > 0 ? ["Free photo upscaling"] : []),
  ]
  return { ...facts, feature }
}

/** The item that an order of a plan names, such as `credits:basic`. */
export function itemOfPlan({ id }: CreditPlan): string {
  return `credits:${id}`
}

/** Credit plans and their two prices, never converted into each other. Source: docs/product-rules.md#numbers. */
export const creditPlans: readonly CreditPlan[] = [
  creditPlan({
    id: "basic",
    plan: "Basic",
    base_price: "4",
    price_in_naira: "6000",
    credits: 200,
    hasPriority: false,
    freeUpscalesPerDay: 0,
  }),
  creditPlan({
    id: "pro",
    plan: "Pro",
    base_price: "14",
    price_in_naira: "22000",
    credits: 800,
    hasPriority: true,
    freeUpscalesPerDay: 0,
  }),
  creditPlan({
    id: "max",
    plan: "Max",
    base_price: "18",
    price_in_naira: "29000",
    credits: 1500,
    hasPriority: true,
    freeUpscalesPerDay: 100,
  }),
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

/** What Pro Studio holds: photoshoot pictures that are used before credits, and credits. */
export const proStudioAllowance = { images: 30, credits: 200 } as const

/** The two discounted figures do not belong to one rate; both are kept as given (docs/product-rules.md#pro-studio). */
export const proStudioPlan: ProStudioPlan = {
  id: "pro-studio",
  plan: "Pro Studio",
  feature: [`${proStudioAllowance.images} product images`, `${proStudioAllowance.credits} credits`],
  base_price: "35",
  price_in_naira: "54500",
  discount_base_price: "7",
  dicount_price_in_naira: "6600",
  is_promo: false,
}
