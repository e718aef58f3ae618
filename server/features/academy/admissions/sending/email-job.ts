import { z } from "zod"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { programName } from "#server/features/academy/admissions/cohorts/waiting.ts"
import { type EmailName, letters } from "#server/features/academy/admissions/emails/all.ts"
import { noticeOf } from "#server/features/academy/admissions/emails/notices.ts"
import { lockApplicant, move } from "#server/features/academy/admissions/records/moves.ts"
import { findApplication, lockApplication } from "#server/features/academy/admissions/records/queries.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { newId } from "#server/platform/ids.ts"
import { emailFacts } from "./email-facts.ts"

const InterviewWords = z.object({ words: z.string(), minutes: z.number(), place: z.string() })

const EmailOrder = z.object({
  id: z.string(),
  name: z.enum(Object.keys(letters) as [EmailName, ...EmailName[]]),
  applicationId: z.string(),
  accountId: z.string(),
  interview: InterviewWords.nullable(),
  note: z.string(),
})

/** Writes and sends one letter about an application; what it says is read when it is written. */
export const sendAdmissionEmail = mailJob({
  name: "admissions.letter",
  payload: EmailOrder,
  concurrency: () => 2,
  accountOf: ({ accountId }) => accountId,

  async run(s, { id, name, applicationId, interview, note }) {
    const application = await findApplication(s.db, applicationId)
    if (!application) return
    // The kit is on its page from now on, whether or not the mail about it arrives.
    if (name === "study-kit") await markKitSent(s, applicationId)
    const found = await emailFacts(s, s.db, application, { interview, note })
    if (found) await s.mailer.send({ ...letters[name](found.facts), to: found.to, id })
  },
})

/** The kit is there from the payment on; its letter opens the assessment. */
async function markKitSent(s: Services, applicationId: string): Promise<void> {
  await transact(s.db, async (tx) => {
    const application = (await lockApplicant(tx, applicationId)) && (await lockApplication(tx, applicationId))
    if (application?.status === "paid") await move(s, tx, application, "kit_sent", { by: "server" })
  })
}

/** Queues a letter with the transaction that it tells of, and tells of it on the person's list. */
export async function queueEmail(
  s: Pick<Services, "queue" | "now" | "noticeKinds">,
  tx: Tx,
  { id: applicationId, accountId }: { id: string; accountId: string },
  letter: { name: EmailName; interview?: z.infer<typeof InterviewWords>; note?: string },
): Promise<void> {
  const { name, interview = null, note = "" } = letter
  const id = newId()
  await s.queue.enqueue(tx, sendAdmissionEmail, { id, name, applicationId, accountId, interview, note })
  const program = programName((await findApplication(tx, applicationId))?.programId ?? "")
  await tellPerson(s, tx, noticeOf(name), { accountId, key: id, facts: { letter: name, program } })
}
