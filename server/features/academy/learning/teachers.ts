import { operatorRights } from "#contract/identity/operator-rights.ts"
import { type Operator, requireRight } from "#server/features/identity/operators/service.ts"
import type { Caller } from "#server/platform/http/caller.ts"

/** Roles that teach: mark tasks, write lessons, hold classes. */
export const teachers = operatorRights.teaching.roles

/** An operator who teaches, with an account in any case: nobody teaches from the machine itself. */
export interface Teacher extends Operator {
  accountId: string
}

/** @returns the teacher at work @throws AppError as `requireRight` */
export function teacherOf(caller: Caller, ip: string): Teacher {
  return { accountId: requireRight("teaching", caller).accountId, ip }
}
