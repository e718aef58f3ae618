import { transact } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { withdraw } from "./decisions.ts"
import { takeFreePlace } from "./enrolments.ts"
import { findLatest } from "./queries.ts"

/** Ends the person's application at their wish. @throws AppError `not_found`, `step_not_allowed` */
export function withdrawOwn(s: Services, accountId: string, reason: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const application = await findLatest(tx, accountId)
    if (!application) throw new AppError("not_found", "There is no application.")
    await withdraw(s, tx, application.id, { by: "applicant", note: reason })
  })
}

/** Takes the place that a scholarship pays for. @throws AppError `not_found`, `step_not_allowed` */
export function acceptPlace(s: Services, accountId: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const application = await findLatest(tx, accountId)
    if (!application) throw new AppError("not_found", "There is no application.")
    await takeFreePlace(s, tx, application.id)
  })
}
