import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { offerPlace } from "./enrolments.ts"
import { type MoveBy, move } from "./records/moves.ts"
import type { Application } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

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
  await queueEmail(s, tx, application, { name: "admitted", note: by.note ?? "" })
}
