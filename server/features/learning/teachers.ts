import { operatorRights } from "#contract/catalogue/operator-rights.ts"
import { requireRight } from "#server/features/operators/service.ts"
import type { Caller } from "#server/platform/caller.ts"

/** Roles that teach: mark tasks, write lessons, hold classes. */
export const teachers = operatorRights.teaching.roles

/** @returns the teacher's account @throws AppError as `requireRight` */
export function teacherOf(caller: Caller): string {
  return requireRight("teaching", caller).accountId
}
