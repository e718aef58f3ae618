import { z } from "zod"

/** How far a done-for-you engagement is (docs/product-rules.md#office-records). */
export const ContractStatus = z.enum(["lead", "proposal", "active", "done", "lost"])
export type ContractStatus = z.infer<typeof ContractStatus>

/** Where an engagement may go from where it is: one step on, one step back, or away; what was lost may come back. */
const steps: Readonly<Record<ContractStatus, readonly ContractStatus[]>> = {
  lead: ["proposal", "lost"],
  proposal: ["active", "lead", "lost"],
  active: ["done", "proposal", "lost"],
  done: ["active"],
  lost: ["lead"],
}

/** The next steps of an engagement, the usual one first. */
export function stepsFrom(status: ContractStatus): readonly ContractStatus[] {
  return steps[status]
}
