import type { CurrentUser } from "#web/lib/session/session.ts"

/** What /app shows. */
export type DashboardView = "prospect" | "applied" | "fusion" | "waiting"

/**
 * Never blank (docs/product-rules.md#dashboard-views): with a program the stage decides, and an unknown stage counts as applied; without one
 * everybody is a prospect, and only a person with neither waits for the profile.
 */
export function chooseView({ stage, program }: Pick<CurrentUser, "stage" | "program">): DashboardView {
  if (program !== "") return stage === "fusion" ? "fusion" : "applied"
  return stage === "" ? "waiting" : "prospect"
}
