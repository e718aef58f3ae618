import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { findPaid } from "./queries.ts"

/**
 * @returns the id of the person's latest application that is paid
 * @throws AppError `user_unauthorized` when there is none: paying makes it, not asking
 */
export async function paidApplicationOf(s: Pick<Services, "db">, accountId: string): Promise<string> {
  const id = await findPaid(s.db, accountId)
  if (!id) throw new AppError("user_unauthorized", "An application begins with its paid fee.")
  return id
}
