import { z } from "zod"
import { job } from "#server/job.ts"
import { writeContactLetter } from "./letter.ts"
import { findWaiting, listReaders, markForwarded } from "./queries.ts"

/** Mails a message to the operators who answer people. Without such an operator it only stays in the database. */
export const forwardMessage = job({
  name: "contact.forward",
  payload: z.object({ id: z.string() }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 1,

  async run(s, { id }) {
    const message = await findWaiting(s.db, id)
    if (!message) return
    const readers = await listReaders(s.db)
    if (readers.length === 0) return
    const letter = writeContactLetter(message)
    for (const { accountId, email } of readers) {
      await s.mailer.send({ ...letter, to: email, id: `${message.id}-${accountId}` })
    }
    await markForwarded(s.db, id)
  },
})
