import { z } from "zod"

/** How far a done-for-you engagement is (docs/product-rules.md#admin-records). */
export const EngagementStatus = z.enum(["lead", "proposal", "active", "done", "lost"])
export type EngagementStatus = z.infer<typeof EngagementStatus>

/** Where an engagement may go from where it is: one step on, one step back, or away; what was lost may come back. */
const steps: Readonly<Record<EngagementStatus, readonly EngagementStatus[]>> = {
  lead: ["proposal", "lost"],
  proposal: ["active", "lead", "lost"],
  active: ["done", "proposal", "lost"],
  done: ["active"],
  lost: ["lead"],
}

/** The next steps of an engagement, the usual one first. */
export function stepsFrom(status: EngagementStatus): readonly EngagementStatus[] {
  return steps[status]
}
