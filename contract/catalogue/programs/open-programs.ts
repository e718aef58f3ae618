import type { Program } from "./program.ts"
import { strategyAndConsulting } from "./strategy-and-consulting.ts"
import { systemsIntegration } from "./systems-integration.ts"

/** Programs a person can apply for, with all their fields. */
export const openPrograms: readonly Program[] = [systemsIntegration, strategyAndConsulting]

/** @returns the open program of that slug */
export function findProgram(slug: string | null): Program | undefined {
  return openPrograms.find((program) => program.slug === slug)
}
