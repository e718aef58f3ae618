import { ContactBody, sendContact } from "#contract/operations/contact.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"

/** Leaves an address with a subject and nothing else. @returns why it did not work, in words; null when it arrived */
export async function sendInterest(subject: string, email: string): Promise<string | null> {
  const body = ContactBody.safeParse({ subject, email })
  if (!body.success) return body.error.issues[0]?.message ?? "Invalid email address"
  try {
    await call(sendContact, { body: body.data })
    return null
  } catch (error) {
    return messageOf(error, noAnswerMessage)
  }
}
