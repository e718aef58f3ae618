import { z } from "zod"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortOpen } from "#server/features/academy/admissions/emails/cohort-open.ts"
import {
  findCohort,
  findWaiting,
  listWaiting,
  takeWaiting,
} from "#server/features/academy/admissions/records/cohort-queries.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { stateOf } from "./cohort-state.ts"
import { dayOf } from "./days.ts"
import { programName } from "./waiting.ts"

/** Tells one address that a cohort opened, and forgets it; one that comes too late waits for the next seat or cohort. */
export const sendOpenNotice = mailJob({
  name: "admissions.tell-open",
  payload: z.object({ waitingId: z.string(), cohortId: z.string() }),
  concurrency: () => 2,
  accountOf: () => null,

  async run(s, { waitingId, cohortId }) {
    const [waiting, cohort] = [await findWaiting(s.db, waitingId), await findCohort(s.db, cohortId)]
    if (!waiting || !cohort || stateOf(cohort, dayOf(s.now())) !== "open") return
    const { programId } = cohort
    const facts = { name: "", publicUrl: s.config.publicUrl, program: programName(programId), programId, cohort }
    await s.mailer.send({ ...cohortOpen(facts), to: waiting.email, id: `open-${waitingId}` })
    await transact(s.db, (tx) => takeWaiting(tx, waitingId))
  },
})

/** Queues a mail to everybody who waits for the program of a cohort that can be applied for now, so many in one transaction. */
export async function announceCohort(
  s: Pick<Services, "db" | "queue" | "now">,
  cohortId: string,
  portion = 1_000,
): Promise<void> {
  for (let last: Waiting | undefined; ; ) {
    const told = await announceSome(s, cohortId, portion, last)
    if (told.length < portion) return
    last = told.at(-1)
  }
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

function announceSome(
  s: Pick<Services, "db" | "queue" | "now">,
  cohortId: string,
  portion: number,
  after: Waiting | undefined,
): Promise<Waiting[]> {
  return transact(s.db, async (tx) => {
    const cohort = await findCohort(tx, cohortId)
    if (!cohort || stateOf(cohort, dayOf(s.now())) !== "open") return []
    const waiting = await listWaiting(tx, cohort.programId, portion, after)
    for (const { id } of waiting) await s.queue.enqueue(tx, sendOpenNotice, { waitingId: id, cohortId })
    return waiting
  })
}
