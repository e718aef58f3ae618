import { type HandoutSlug, handouts } from "#contract/catalogue/handouts.ts"
import type { MessageSource } from "#contract/operations/contact.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { newId } from "#server/platform/ids.ts"
import { forwardMessage, mailHandout } from "./job.ts"
import { insertMessage } from "./queries.ts"

interface ContactMessage {
  source: MessageSource
  accountId: string | null
  subject: string
  email: string
  info: string
}

/** Keeps the message and queues the mail to the operators in one commit. @returns its id, and the number people can quote */
export function leaveMessage(s: Services, message: ContactMessage): Promise<{ id: string; number: number }> {
  const id = newId()
  return transact(s.db, async (tx) => {
    const number = await insertMessage(tx, { id, ...message })
    await s.queue.enqueue(tx, forwardMessage, { id })
    return { id, number }
  })
}

/** Keeps the request as a message to the operators and queues the mail with the sheet, in one commit. */
export async function requestHandout(s: Services, slug: HandoutSlug, email: string): Promise<void> {
  const id = newId()
  await transact(s.db, async (tx) => {
    const subject = `Asked for: ${handouts[slug].title}`
    await insertMessage(tx, { id, source: "sheet", accountId: null, subject, email, info: "" })
    await s.queue.enqueue(tx, forwardMessage, { id })
    await s.queue.enqueue(tx, mailHandout, { id, slug })
  })
}
