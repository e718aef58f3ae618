import { z } from "zod"
import type { Token } from "#contract/hosted/account.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { grant } from "#server/features/credits/service.ts"
import { job } from "#server/job.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { derivedId } from "#server/platform/keys.ts"
import { publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import { publishAccount, publishToken } from "./events.ts"
import { checkLinkUrl, queueLink, sendLinkNow } from "./link-mail.ts"
import { writeLog } from "./logs.ts"
import { deleteIdentities } from "./oauth-queries.ts"
import * as queries from "./queries.ts"
import { getAccount } from "./service.ts"
import { endSessions } from "./sessions.ts"
import { deleteTokens } from "./token-queries.ts"
import { expiryOf, refuseToken, toToken, useToken } from "./tokens.ts"
import type { Actor, Visitor } from "./visitor.ts"
import { refuseWeakPassword } from "./weak-passwords.ts"
import { toUser } from "./wire.ts"

/**
 * Sends the mail that confirms the person's address.
 * @throws AppError `user_email_already_verified`, `user_email_not_found`, `general_argument_invalid` for a foreign link
 */
export async function requestVerification(s: Services, { accountId, visitor }: Actor, url: string): Promise<Token> {
  const target = checkLinkUrl(s, url)
  const account = await getAccount(s.db, accountId)
  if (account.isEmailVerified) {
    throw new AppError("user_email_already_verified", "The e-mail address is confirmed already.")
  }
  if (!account.email) throw new AppError("user_email_not_found", "This account has no e-mail address.")
  return transact(s.db, async (tx) => {
    const made = await queueLink(s, tx, { accountId, kind: "verification", url: target })
    if (!made) throw new Error("A new id was taken.")
    const token = toToken(made, accountId)
    await writeLog(tx, accountId, "verification.create", visitor)
    await publishToken(tx, token, "verification", "create")
    return token
  })
}

/** Looks the address up and, where there is an account, makes the token and sends its mail. */
export const startRecovery = job({
  name: "accounts.start-recovery",
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
    const account = await queries.findCredentials(s.db, "email", email)
    if (!account || account.isBlocked) return
    await transact(s.db, async (tx) => {
      const made = await queueLink(s, tx, { accountId: account.id, kind: "recovery", url }, tokenId)
      if (!made) return
      await writeLog(tx, account.id, "recovery.create", visitor)
      await publishToken(tx, toToken(made, account.id), "recovery", "create")
    })
  },
})

/**
 * Sends the mail that resets a password. The reply and what it takes to make it are the same for an address without an
 * account: the address is looked up afterwards (checklist 1.9).
 * @throws AppError `general_argument_invalid` for a foreign link
 */
export async function requestRecovery(s: Services, email: string, url: string, visitor: Visitor): Promise<Token> {
  const target = checkLinkUrl(s, url)
  const tokenId = newId()
  await transact(s.db, (tx) => s.queue.enqueue(tx, startRecovery, { tokenId, email, url: target, visitor }))
  const shownId = derivedId(s.tokenKey, `recovery:${email}`)
  return toToken({ id: tokenId, createdAt: new Date(), expiresAt: expiryOf("recovery") }, shownId)
}

/** The same for a server key, which is told the truth and the secret. @throws AppError `user_not_found`, `user_blocked` */
export async function requestRecoveryByKey(s: Services, email: string, url: string, visitor: Visitor): Promise<Token> {
  const target = checkLinkUrl(s, url)
  const account = await queries.findCredentials(s.db, "email", email)
  if (!account) throw new AppError("user_not_found", "No account has this e-mail address.")
  if (account.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  const { token, secret } = await sendLinkNow(s, { accountId: account.id, kind: "recovery", url: target })
  await writeLog(s.db, account.id, "recovery.create", visitor)
  return toToken(token, account.id, secret)
}

interface Confirmation {
  userId: string
  secret: string
}

/**
 * Confirms the address and grants the welcome credits, once for ever.
 * @throws AppError `user_invalid_token` when the link is wrong, used or expired
 */
export async function confirmAddress(s: Services, link: Confirmation, visitor: Visitor): Promise<Token> {
  const token = await transact(s.db, async (tx) => {
    const used = await useToken(s, tx, ["verification"], link)
    if (!used) return null
    await markVerified(s, tx, link.userId)
    await writeLog(tx, link.userId, "verification.update", visitor)
    const shown = toToken(used, link.userId)
    await publishToken(tx, shown, "verification", "update")
    return shown
  })
  return token ?? refuseToken(s, ["verification"], link.userId)
}

/**
 * Sets a new password, ends all sessions, and confirms the address: the mailbox was proven (contract §2.6).
 * @throws AppError `user_password_mismatch`, `user_invalid_token`; those of `refuseWeakPassword`
 */
export async function confirmRecovery(
  s: Services,
  link: Confirmation & { password: string; passwordAgain?: string | null | undefined },
  visitor: Visitor,
): Promise<Token> {
  const { userId, password, passwordAgain } = link
  if (typeof passwordAgain === "string" && passwordAgain !== password) {
    throw new AppError("user_password_mismatch", "Passwords do not match")
  }
  const passwordHash = await s.passwords.hash(password)
  const token = await transact(s.db, async (tx) => {
    const used = await useToken(s, tx, ["recovery"], link)
    if (!used) return null
    // Refused after the secret is known to be right, or anybody could ask what somebody's name is.
    const account = await getAccount(tx, userId)
    refuseWeakPassword(password, account)
    // Whoever made the account without proving the mailbox keeps no way in (docs/decisions/007).
    if (!account.isEmailVerified) await deleteIdentities(tx, userId)
    await queries.updateAccount(tx, userId, { passwordHash, passwordUpdatedAt: new Date() })
    await deleteTokens(tx, userId, ["recovery", "magic-url", "email", "phone", "oauth2"])
    const shown = toToken(used, userId)
    await publishToken(tx, shown, "recovery", "update")
    await endSessions(tx, userId)
    await markVerified(s, tx, userId)
    await writeLog(tx, userId, "recovery.update", visitor)
    return shown
  })
  return token ?? refuseToken(s, ["recovery"], userId)
}

/** Confirms the address, which its mailbox just proved, and gives the welcome credits. */
export async function markVerified(s: Services, tx: Tx, accountId: string): Promise<void> {
  const account = await queries.updateAccount(tx, accountId, { isEmailVerified: true })
  if (!account) return
  await grant(tx, {
    accountId,
    amount: s.config.welcomeCredits,
    purpose: `welcome:${accountId}`,
    note: "Welcome credits",
  })
  await publishAccount(tx, toUser(account), "update", "verification")
  await publish(tx, { kind: "roles-changed", accountId })
}
