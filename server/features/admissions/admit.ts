import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/services.ts"
import { lockCohort } from "./cohort-queries.ts"
import { offerPlace } from "./enrolments.ts"
import { queueLetter } from "./letter-job.ts"
import { lockApplicant, type MoveBy, move, unknownApplication } from "./moves.ts"
import { type Application, lockApplication } from "./queries.ts"

export type Cohort = NonNullable<Awaited<ReturnType<typeof lockCohort>>>

/** Locks account, cohort and application, in this order. @throws AppError `not_found` */
export async function lockedWithCohort(
  tx: Tx,
  applicationId: string,
): Promise<{ cohort: Cohort; application: Application }> {
  const known = await lockApplicant(tx, applicationId)
  const cohort = known?.cohortId ? await lockCohort(tx, known.cohortId) : undefined
  const application = cohort && (await lockApplication(tx, applicationId))
  if (!application) throw unknownApplication()
  return { cohort, application }
}

/** Puts an applicant into a seat that is known to be free while the cohort is locked. */
export async function admit(
  s: Services,
  tx: Tx,
  application: Application,
  cohortId: string,
  by: MoveBy,
): Promise<void> {
  await move(s, tx, application, "admitted", by)
  await offerPlace(s, tx, application, cohortId)
  await queueLetter(s, tx, application, { name: "admitted", note: by.note ?? "" })
}
