import { z } from "zod"
import { handoutSlugs } from "#contract/catalogue/handouts.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { AppError } from "#server/platform/errors.ts"
import { writeContactEmail } from "./email.ts"
import { writeHandoutEmail } from "./handout-email.ts"
import { findRequest, findWaiting, listReaders, markForwarded } from "./queries.ts"

/** Mails a message to the operators who answer people. Without such an operator it only stays in the database. */
export const forwardMessage = mailJob({
  name: "contact.forward",
  payload: z.object({ id: z.string() }),
  concurrency: () => 1,
  accountOf: () => null,

  async run(s, { id }) {
    const message = await findWaiting(s.db, id)
    if (!message) return
    const readers = await listReaders(s.db)
    if (readers.length === 0) return
    const letter = writeContactEmail(message)
    let trouble: unknown = null
    for (const { accountId, email } of readers) {
      try {
        await s.mailer.send({ ...letter, to: email, id: `${message.id}-${accountId}` })
      } catch (error) {
        // One reader who cannot be reached keeps nobody else from reading. A refusal is final, so all else outranks it.
        if (trouble === null || !(error instanceof AppError)) trouble = error
      }
    }
    if (trouble !== null) throw trouble
    await markForwarded(s.db, id)
  },
})

/** Mails a sheet to the person who asked for it. */
export const mailHandout = mailJob({
  name: "contact.sheet",
  payload: z.object({ id: z.string(), slug: z.enum(handoutSlugs) }),
  concurrency: () => 1,
  accountOf: () => null,

  async run(s, { id, slug }) {
    const request = await findRequest(s.db, id)
    if (request) await s.mailer.send({ ...writeHandoutEmail(slug), to: request.email, id: `${id}-sheet` })
  },
})
