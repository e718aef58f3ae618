import { createHmac } from "node:crypto"
import { referralCredits, referralsPerMonth } from "#contract/catalogue/referrals.ts"
import type { OwnReferral } from "#contract/money/referrals.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { isReturning } from "#server/features/identity/accounts/service.ts"
import { grant } from "#server/features/money/credits/service.ts"
import { newId } from "#server/platform/ids.ts"
import { networkOf } from "#server/platform/limits/rate-limit.ts"
import { randomLetters } from "#server/platform/security/random-letters.ts"
import * as queries from "./queries.ts"

/** Hours after signing up within which somebody can say by whose invitation they came. */
const newcomerHours = 24

/** Days in which the limits of one inviter are counted. */
export const limitDays = 30

/** The person's own link and what came of it; the code is made when it is first asked for. */
export async function ownReferral(s: Services, accountId: string): Promise<OwnReferral> {
  const counts = await queries.countJoined(s.db, accountId)
  if (!s.config.hasReferrals) return { link: null, credits: 0, ...counts }
  const code = await codeOf(s, accountId)
  return { link: `${s.config.publicUrl}/sign-up?invite=${code}`, credits: referralCredits, ...counts }
}

async function codeOf(s: Services, accountId: string): Promise<string> {
  // Somebody else may have the very same letters, or another call of the person was first.
  for (let attempt = 0; attempt < 5; attempt++) {
    const known = await queries.findCode(s.db, accountId)
    if (known) return known.code
    await queries.insertCode(s.db, accountId, randomLetters(8))
  }
  throw new Error("No free invitation code was found.")
}

/** What an invitation brings each of the two; null when there is no such one. */
export async function worthOf(s: Services, code: string): Promise<number | null> {
  if (!s.config.hasReferrals) return null
  return (await queries.findInviter(s.db, code)) ? referralCredits : null
}

/**
 * Notes by whose invitation a new person came.
 * @param isKnownBrowser the browser made or took an invitation before
 * @returns false for those who are not new, for one's own invitation and for one that does not exist
 */
export async function claimInvitation(
  s: Services,
  given: { accountId: string; code: string; ip: string; isKnownBrowser: boolean },
): Promise<boolean> {
  const { accountId, code, ip, isKnownBrowser } = given
  if (!s.config.hasReferrals || isKnownBrowser) return false
  const inviter = await queries.findInviter(s.db, code)
  if (!inviter || inviter.id === accountId) return false
  const networkHash = createHmac("sha256", s.tokenKey)
    .update(`referral:${networkOf(ip)}`)
    .digest()
  return transact(s.db, async (tx) => {
    const held = await queries.holdAccounts(tx, [inviter.id, accountId])
    if (held.length < 2 || !(await queries.isNewcomer(tx, accountId, newcomerHours))) return false
    return queries.insertReferral(tx, { id: newId(), inviterId: inviter.id, invitedId: accountId, networkHash })
  })
}

/** Gives what an invitation brings, once its person confirmed the address and paid for something. Once, however often it runs. */
export function rewardReferral(s: Services, id: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const seen = await queries.findReferral(tx, id)
    if (!seen?.invitedId) return
    // Accounts first, as whoever deletes one: see docs/product-rules.md#invitations.
    const people = await queries.holdAccounts(tx, [seen.inviterId, seen.invitedId])
    const inviter = people.find((person) => person.id === seen.inviterId)
    const invited = people.find((person) => person.id === seen.invitedId)
    if (!inviter || !invited) return
    await queries.lockInviter(tx, inviter.id)
    const open = await queries.lockOpen(tx, id)
    const isReady = invited.isEmailVerified && !invited.isBlocked && (await queries.hasPaid(tx, invited.id))
    if (!open || !isReady) return
    const outcome = await judge(s, tx, open, inviter, invited)
    await queries.endReferral(tx, id, outcome)
    const lucky = outcome === "both" ? [inviter.id, invited.id] : outcome === "invited" ? [invited.id] : []
    for (const accountId of lucky.sort()) {
      const isInviter = accountId === inviter.id
      await grant(tx, {
        accountId,
        amount: referralCredits,
        purpose: `referral:${id}:${isInviter ? "inviter" : "invited"}`,
        note: isInviter ? "Invitation: somebody you invited made a first purchase" : "Invitation: your first purchase",
      })
    }
  })
}

type Person = Awaited<ReturnType<typeof queries.holdAccounts>>[number]

/** The limits against made-up people (docs/product-rules.md#invitations). */
async function judge(
  s: Services,
  tx: Tx,
  referral: queries.ReferralRow,
  inviter: Person,
  invited: Person,
): Promise<queries.Outcome> {
  const { email, createdAt } = invited
  if (email === null || (await isReturning(s, tx, { email, createdAt }))) return "refused"
  if (await queries.isNetworkUsed(tx, referral, limitDays)) return "refused"
  const isFull = (await queries.countRewarded(tx, inviter.id, limitDays)) >= referralsPerMonth
  return isFull || inviter.isBlocked ? "invited" : "both"
}
