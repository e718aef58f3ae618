/** What a program card shows on the dashboard (docs/product-rules.md#records). */
export interface ProgramCard {
  name: string
  description: string
  slug: string
  disabled: boolean
}

/** Two open bootcamps and three that are listed but locked, under neutral names (docs/product-rules.md#programs). */
export const programCards: readonly ProgramCard[] = [
  {
    name: "Systems Integration",
    description: "Four months online for enthusiasts who want to connect AI tools into systems that run a business.",
    slug: "systems_intergration",
    disabled: false,
  },
  {
    name: "Strategy & Consulting",
    description: "Three months online for business leaders who want to choose, plan and lead AI work.",
    slug: "strategy_and_consulting",
    disabled: false,
  },
  {
    name: "Creative Production",
    description: "Pictures, clips and campaigns made with AI tools. Not open yet.",
    slug: "creative_production",
    disabled: true,
  },
  {
    name: "Data Foundations",
    description: "Reading, cleaning and explaining the numbers behind a business. Not open yet.",
    slug: "data_foundations",
    disabled: true,
  },
  {
    name: "Product Building",
    description: "From an idea to a small product people use. Not open yet.",
    slug: "product_building",
    disabled: true,
  },
]
