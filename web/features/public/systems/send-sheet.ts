import type { HandoutSlug } from "#contract/catalogue/handouts.ts"
import { askForHandout, HandoutRequest } from "#contract/operations/handouts.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"

/** Asks for a sheet. @returns why it did not work, in words; null when the mail is on its way */
export async function sendHandout(slug: HandoutSlug, email: string): Promise<string | null> {
  const body = HandoutRequest.safeParse({ slug, email })
  if (!body.success) return body.error.issues[0]?.message ?? "Invalid email address"
  try {
    await call(askForHandout, { body: body.data })
    return null
  } catch (error) {
    return messageOf(error, "The sheet could not be asked for. Please try again.")
  }
}
