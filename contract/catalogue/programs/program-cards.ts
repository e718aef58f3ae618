import type { ProgramCard } from "#contract/catalogue/program.ts"
import { strategyAndConsultingCard } from "#contract/catalogue/programs/strategy_and_consulting/card.ts"
import { systemsIntegrationCard } from "#contract/catalogue/programs/systems_intergration/card.ts"

/** Two open bootcamps and three that are listed but locked, under neutral names (docs/product-rules.md#programs). */
export const programCards: readonly ProgramCard[] = [
  systemsIntegrationCard,
  strategyAndConsultingCard,
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
