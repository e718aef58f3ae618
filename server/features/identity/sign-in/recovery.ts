import { z } from "zod"
import type { Token } from "#contract/identity/account.ts"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  findAccountBy,
  getAccount,
  markEmailVerified,
  setPassword,
} from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import {
  checkLinkUrl,
  endTokens,
  expiryOf,
  invalidToken,
  isOpenLink,
  issueSecret,
  issueSecretNow,
  publishToken,
  requirePause,
  toToken,
  useToken,
} from "#server/features/identity/one-time-tokens/service.ts"
import { endSessions } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { derivedId } from "#server/platform/security/keys.ts"
import { clearOlderWaysIn } from "./claim.ts"

/** Looks the address up and, where there is an account, makes the token and sends its mail. */
export const startRecovery = job({
  name: "sign-in.start-recovery",
  payload: z.object({
    tokenId: z.string(),
    email: z.string(),
    url: z.string(),
    visitor: z.object({ ip: z.string(), userAgent: z.string(), country: z.string().nullable() }),
  }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 2,

  async run(s, { tokenId, email, url, visitor }) {
    const account = await findAccountBy(s.db, "email", email)
    if (!account || account.isBlocked) return
    const order = { owner: { accountId: account.id }, claimId: account.id, kind: "recovery", url } as const
    await transact(s.db, async (tx) => {
      const made = await issueSecret(s, tx, order, tokenId)
      if (!made) return
      await writeLog(tx, account.id, "recovery.create", visitor)
      await publishToken(tx, toToken(made), "recovery", "create")
    })
  },
})

/**
 * Asks for a mail that resets the password. What happens to it is never told: an unknown address is answered the same
 * and as fast as a known one.
 * @throws AppError `general_argument_invalid` for a foreign link, `general_rate_limit_exceeded` within a minute
 */
export async function requestRecovery(s: Services, email: string, url: string, visitor: Visitor): Promise<Token> {
  const target = checkLinkUrl(s, url)
  await requirePause(s, "recovery", email)
  const tokenId = newId()
  await transact(s.db, (tx) => s.queue.enqueue(tx, startRecovery, { tokenId, email, url: target, visitor }))
  const claimId = derivedId(s.tokenKey, `recovery:${email}`)
  return toToken({ id: tokenId, claimId, createdAt: new Date(), expiresAt: expiryOf("recovery") })
}

/** The same for a server key, which is told the truth and the secret. @throws AppError `user_not_found`, `user_blocked` */
export async function requestRecoveryByKey(s: Services, email: string, url: string, visitor: Visitor): Promise<Token> {
  const target = checkLinkUrl(s, url)
  const account = await findAccountBy(s.db, "email", email)
  if (!account) throw new AppError("user_not_found", "No account has this e-mail address.")
  if (account.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  const order = { owner: { accountId: account.id }, claimId: account.id, kind: "recovery", url: target } as const
  const { token, secret } = await issueSecretNow(s, order)
  await writeLog(s.db, account.id, "recovery.create", visitor)
  return toToken(token, secret)
}

/**
 * Sets a new password, ends all sessions, and confirms the address: the mailbox was proven. For somebody with a place in
 * a cohort this is also what activates the learner portal.
 * @throws AppError `user_password_mismatch`, `user_invalid_token`; those of `refuseWeakPassword`
 */
export async function confirmRecovery(
  s: Services,
  given: { userId: string; secret: string; password: string; passwordAgain?: string | null | undefined },
  visitor: Visitor,
): Promise<Token> {
  const { userId, password, passwordAgain } = given
  if (typeof passwordAgain === "string" && passwordAgain !== password) {
    throw new AppError("user_password_mismatch", "Passwords do not match")
  }
  // Looked up first: hashing costs much, and anybody may send anything.
  if (!(await isOpenLink(s, "recovery", given))) throw invalidToken()
  const hash = await s.passwords.hash(password)
  const token = await transact(s.db, async (tx) => {
    const used = await useToken(s, tx, ["recovery"], given)
    if (!used) return null
    // Refused after the secret is known to be right, or anybody could ask what somebody's name is.
    const account = await getAccount(tx, userId)
    if (!account.isEmailVerified) await clearOlderWaysIn(tx, account)
    await setPassword(s, tx, account, { text: password, hash })
    await endTokens(tx, account, ["recovery", "magic-url", "email", "phone", "oauth2"])
    const shown = toToken(used)
    await publishToken(tx, shown, "recovery", "update")
    await endSessions(tx, userId)
    await markEmailVerified(s, tx, userId)
    for (const { recovered } of s.accountSteps) await recovered?.(s, tx, userId)
    await writeLog(tx, userId, "recovery.update", visitor)
    return shown
  })
  if (!token) throw invalidToken()
  return token
}
