import type { ProgramCard } from "#contract/catalogue/program.ts"

/** What lists and the dashboard show; everything else about the program is in its other file. */
export const strategyAndConsultingCard: ProgramCard = {
  name: "Strategy & Consulting",
  description: "Three months online for business leaders who want to choose, plan and lead AI work.",
  slug: "strategy_and_consulting",
  disabled: false,
}
