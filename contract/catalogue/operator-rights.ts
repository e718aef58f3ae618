import type { OperatorRole } from "#contract/product/operators.ts"

/** What operators may do, by role. The server checks each call against this table, and screens show only what it allows. */
export const operatorRights = {
  "people.see": ["owner", "finance", "admissions", "support"],
  "people.block": ["owner", "support"],
  "people.endSessions": ["owner", "support"],
  "credits.grant": ["owner", "finance", "support"],
  "log.see": ["owner"],
  admissions: ["owner", "admissions"],
  teaching: ["owner", "admissions", "content"],
  money: ["owner", "finance"],
  words: ["owner", "content"],
  review: ["owner", "content"],
  "runs.see": ["owner", "content", "support"],
  "runs.change": ["owner", "support"],
  letters: ["owner", "support"],
  "settings.see": ["owner"],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>

export type OperatorRight = keyof typeof operatorRights

/** Whether a role has a right. */
export function mayOperate(role: OperatorRole | null, right: OperatorRight): boolean {
  const roles: readonly OperatorRole[] = operatorRights[right]
  return role !== null && roles.includes(role)
}
