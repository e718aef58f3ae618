import { awaitCohort } from "#contract/academy/admissions.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"

/** Puts an address on a program's list. @returns why it did not work, in words; null when it stands there */
export async function leaveAddress(program: string, email: string): Promise<string | null> {
  const body = awaitCohort.body.safeParse({ program, email })
  if (!body.success) return body.error.issues[0]?.message ?? "Invalid email address"
  try {
    await call(awaitCohort, { body: body.data })
    return null
  } catch (error) {
    return messageOf(error, noAnswerMessage)
  }
}
