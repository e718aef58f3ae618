import { z } from "zod"
import { sheetSlugs } from "#contract/catalogue/sheets.ts"
import { job } from "#server/job.ts"
import { writeContactLetter } from "./letter.ts"
import { findRequest, findWaiting, listReaders, markForwarded } from "./queries.ts"
import { writeSheetLetter } from "./sheet-letter.ts"

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

/** Mails a sheet to the person who asked for it. */
export const mailSheet = job({
  name: "contact.sheet",
  payload: z.object({ id: z.string(), slug: z.enum(sheetSlugs) }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 1,

  async run(s, { id, slug }) {
    const request = await findRequest(s.db, id)
    if (request) await s.mailer.send({ ...writeSheetLetter(slug), to: request.email, id: `${id}-sheet` })
  },
})
