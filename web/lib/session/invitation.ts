import { claimInvitation } from "#contract/money/referrals.ts"
import { ApiError } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"

/** Local storage key with the code of the invitation by which somebody came. */
const invitationKey = "invitation"

/** The invitation of this address, or the one kept from an earlier page; null without one. */
export function findInvitation(search: URLSearchParams): string | null {
  const code = search.get("invite")?.trim().toUpperCase() ?? localStorage.getItem(invitationKey) ?? ""
  return /^[A-Z0-9]{8}$/.test(code) ? code : null
}

/** Keeps it until somebody is signed in: a visitor looks around first, or signs up at another provider. */
export function keepInvitation(code: string): void {
  try {
    localStorage.setItem(invitationKey, code)
  } catch {
    // A full or forbidden storage only means that the invitation lasts as long as this page.
  }
}

/** Says by whose invitation the person came who signed up or in just now. Without an answer the next sign-in tries again. */
export async function takeInvitation(): Promise<void> {
  const code = localStorage.getItem(invitationKey)
  if (code === null) return
  try {
    await call(claimInvitation, { body: { code } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 0 || error.code >= 500) return
  }
  localStorage.removeItem(invitationKey)
}
