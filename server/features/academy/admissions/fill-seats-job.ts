import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { admit } from "./admit.ts"
import { announceCohort } from "./cohorts/open-job.ts"
import { mayOffer } from "./cohorts/place-days.ts"
import { findNextInLine } from "./records/cohort-queries.ts"
import { lockApplicant, lockedWithCohort } from "./records/moves.ts"

/**
 * Gives the free seats of a cohort to those who wait longest; what they leave is told to who asked when applications open.
 * Work of its own, so that whoever frees a seat never has to wait for the account of the person who gets it.
 */
export const fillSeats = job({
  name: "admissions.fill-seats",
  payload: z.object({ cohortId: z.string() }),
  attempts: 5,
  timeLimitSeconds: 120,
  concurrency: () => 1,

  async run(s, { cohortId }, signal) {
    let next = await findNextInLine(s.db, cohortId)
    while (next && !signal.aborted && (await fillOne(s, cohortId, next.id))) next = await findNextInLine(s.db, cohortId)
    signal.throwIfAborted()
    await announceCohort(s, cohortId)
  },
})

/** @returns whether to look for the next one */
function fillOne(s: Services, cohortId: string, applicationId: string): Promise<boolean> {
  return transact(s.db, async (tx) => {
    if (!(await lockApplicant(tx, applicationId))) return true
    const { cohort, application } = await lockedWithCohort(tx, applicationId)
    if (cohort.taken >= cohort.seats || !mayOffer(cohort, s.now())) return false
    // Somebody may have withdrawn or joined the line before the locks were held.
    const isNext = (await findNextInLine(tx, cohortId))?.id === application.id
    if (isNext) await admit(s, tx, application, cohortId, { by: "server", note: "A seat became free." })
    return true
  })
}
