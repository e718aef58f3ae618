import { transact } from "#server/db/open.ts"
import { newId } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { forwardMessage } from "./job.ts"
import { insertMessage } from "./queries.ts"

interface ContactMessage {
  accountId: string | null
  subject: string
  email: string
  info: string
}

/** Keeps the message and queues the mail to the operators in one commit. @returns the id people can quote */
export async function leaveMessage(s: Services, message: ContactMessage): Promise<string> {
  const id = newId()
  await transact(s.db, async (tx) => {
    await insertMessage(tx, { id, ...message })
    await s.queue.enqueue(tx, forwardMessage, { id })
  })
  return id
}
