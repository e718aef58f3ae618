import type { Program } from "#contract/catalogue/program.ts"
import { strategyAndConsulting } from "#contract/catalogue/programs/strategy_and_consulting/program.ts"
import { systemsIntegration } from "#contract/catalogue/programs/systems_intergration/program.ts"

/** Programs a person can apply for, with all their fields. */
export const openPrograms: readonly Program[] = [systemsIntegration, strategyAndConsulting]

/** @returns the open program of that slug */
export function findProgram(slug: string | null): Program | undefined {
  return openPrograms.find((program) => program.slug === slug)
}
