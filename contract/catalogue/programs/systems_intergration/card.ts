import type { ProgramCard } from "#contract/catalogue/program.ts"

/** What lists and the dashboard show; everything else about the program is in its other file. */
export const systemsIntegrationCard: ProgramCard = {
  name: "Systems Integration",
  description: "Four months online for enthusiasts who want to connect AI tools into systems that run a business.",
  slug: "systems_intergration",
  disabled: false,
}
