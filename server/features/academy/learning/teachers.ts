import { operatorRights } from "#contract/identity/operator-rights.ts"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortsOf, type Operator, requireRight } from "#server/features/identity/operators/service.ts"
import type { Caller } from "#server/platform/http/caller.ts"

/**
 * Roles that see the work of every cohort, and so its files by their permissions. The role teacher is none of them: its files
 * come through what they belong to.
 */
export const teachersOfAll = operatorRights.teaching.roles.filter((role) => role !== "teacher")

/** An operator who teaches, with an account in any case: nobody teaches from the machine itself. */
export interface Teacher extends Operator {
  accountId: string
  cohorts: CohortScope
}

/** @returns the teacher at work @throws AppError as `requireRight` */
export async function teacherOf(s: Pick<Services, "db">, caller: Caller, ip: string): Promise<Teacher> {
  const { accountId, operatorRole } = requireRight("teaching", caller)
  return { accountId, ip, cohorts: await cohortsOf(s.db, accountId, operatorRole) }
}
