import type { OperatorRole } from "#contract/product/operators.ts"
import type { Caller } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"

/** Roles that teach: mark tasks, write lessons, hold classes. */
export const teachers = ["owner", "admissions", "content"] as const satisfies readonly OperatorRole[]

/** @returns the teacher's account @throws AppError `not_allowed` for everybody else */
export function teacherOf(caller: Caller): string {
  const isTeacher = caller.kind === "person" && teachers.some((role) => role === caller.operatorRole)
  if (isTeacher) return caller.accountId
  throw new AppError("not_allowed", "This is for teaching staff.")
}
