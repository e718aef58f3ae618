import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { withdraw } from "./decisions.ts"
import { takeFreePlace } from "./enrolments.ts"
import { type Application, findApplication, findPresent } from "./records/queries.ts"

/**
 * Ends one of the person's applications at their wish, the present one unless another is named.
 * @throws AppError `not_found`, `step_not_allowed`
 */
export function withdrawOwn(
  s: Services,
  accountId: string,
  wish: { applicationId?: string | undefined; reason: string },
): Promise<void> {
  return transact(s.db, async (tx) => {
    const { id } = await ownApplication(tx, accountId, wish.applicationId)
    await withdraw(s, tx, id, { by: "applicant", note: wish.reason })
  })
}

/** Takes the place that a scholarship pays for. @throws AppError `not_found`, `step_not_allowed` */
export function acceptPlace(s: Services, accountId: string, applicationId?: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const { id } = await ownApplication(tx, accountId, applicationId)
    await takeFreePlace(s, tx, id)
  })
}

async function ownApplication(tx: Tx, accountId: string, id: string | undefined): Promise<Application> {
  const application = id ? await findApplication(tx, id) : await findPresent(tx, accountId)
  if (application?.accountId !== accountId) throw new AppError("not_found", "There is no application.")
  return application
}
