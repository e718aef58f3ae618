import type { OperatorRole } from "./operators.ts"

interface RightRule {
  roles: readonly OperatorRole[]
  /** Moves money or credits, or takes a protection away: the operator proved a moment ago who they are. */
  needsProof?: true
}

/** What operators may do, by role. The server checks each call against this table, and screens show only what it allows. */
export const operatorRights = {
  today: { roles: ["owner", "finance", "admissions", "content", "support", "teacher"] },
  "people.see": { roles: ["owner", "finance", "admissions", "support"] },
  "people.money": { roles: ["owner", "finance", "support"] },
  "people.reviews": { roles: ["owner", "support"] },
  "people.block": { roles: ["owner", "support"] },
  "people.endSessions": { roles: ["owner", "support"] },
  "people.resetFactor": { roles: ["owner"], needsProof: true },
  "credits.grant": { roles: ["owner", "finance", "support"], needsProof: true },
  "credits.take": { roles: ["owner", "finance"], needsProof: true },
  "people.stage": { roles: ["owner", "admissions"] },
  "people.confirm": { roles: ["owner", "admissions", "support"] },
  "people.copy": { roles: ["owner"], needsProof: true },
  "people.erase": { roles: ["owner"], needsProof: true },
  "people.pictures": { roles: ["owner", "support"], needsProof: true },
  team: { roles: ["owner"], needsProof: true },
  "team.see": { roles: ["owner"] },
  "log.see": { roles: ["owner"] },
  admissions: { roles: ["owner", "admissions"] },
  "cohorts.see": { roles: ["owner", "finance", "admissions", "content"] },
  "cohorts.change": { roles: ["owner", "admissions", "content"] },
  "cohorts.texts": { roles: ["owner", "content"] },
  "cohorts.fees": { roles: ["owner", "finance"], needsProof: true },
  teaching: { roles: ["owner", "admissions", "content", "teacher"] },
  certificates: { roles: ["owner", "admissions", "content"] },
  "badges.see": { roles: ["owner"] },
  "badges.keys": { roles: ["owner"], needsProof: true },
  "money.see": { roles: ["owner", "finance"] },
  "money.change": { roles: ["owner", "finance"], needsProof: true },
  "codes.see": { roles: ["owner", "finance"] },
  "codes.change": { roles: ["owner", "finance"], needsProof: true },
  words: { roles: ["owner", "content"] },
  review: { roles: ["owner", "content"] },
  "runs.see": { roles: ["owner", "content", "support"] },
  "runs.refund": { roles: ["owner", "support"], needsProof: true },
  "runs.retry": { roles: ["owner", "support"] },
  messages: { roles: ["owner", "support"] },
  contracts: { roles: ["owner", "finance", "support"] },
  letters: { roles: ["owner", "support"] },
  status: { roles: ["owner", "support"] },
  crashes: { roles: ["owner", "support"] },
  "settings.see": { roles: ["owner"] },
  models: { roles: ["owner"] },
} as const satisfies Readonly<Record<string, RightRule>>

export type OperatorRight = keyof typeof operatorRights

/** Whether a role has a right. */
export function mayOperate(role: OperatorRole | null, right: OperatorRight): boolean {
  const { roles }: RightRule = operatorRights[right]
  return role !== null && roles.includes(role)
}

/** Whether a right asks for a fresh proof. */
export function needsProof(right: OperatorRight): boolean {
  const rule: RightRule = operatorRights[right]
  return rule.needsProof ?? false
}
