import { z } from "zod"
import { wireDate } from "#contract/primitives.ts"
import { type Db, transact } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"
import { grant } from "#server/features/credits/service.ts"
import { type LetterKind, writeLetter } from "#server/features/mail/letters.ts"
import { job } from "#server/job.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { derivedId } from "#server/platform/keys.ts"
import { readTrustedUrl, trustedHosts } from "#server/platform/origins.ts"
import { publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import { publishAccount } from "./service.ts"
import { toUser } from "./wire.ts"

/** Links in mails work for one hour, once (contract §2.6). */
const linkMinutes = 60

/** Reply to a call about a mail link. Never carries the secret, and looks the same whether the address exists or not. */
interface TokenReply {
  $id: string
  $createdAt: string
  userId: string
  secret: ""
  expire: string
  phrase: string
}

/** Makes the link's secret, stores its hash and sends the mail; the secret itself is kept nowhere. */
export const sendLink = job({
  name: "accounts.send-link",
  payload: z.object({
    tokenId: z.string(),
    accountId: z.string(),
    kind: z.enum(["verification", "recovery"]),
    url: z.string(),
  }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 2,

  async run(s, { tokenId, accountId, kind, url }) {
    const account = await queries.findAccount(s.db, accountId)
    if (!account?.email) return
    const secret = newSecret(128)
    const token = await queries.resetToken(s.db, tokenId, sha256(secret))
    if (!token) return
    const link = new URL(url)
    link.searchParams.set("userId", accountId)
    link.searchParams.set("secret", secret)
    link.searchParams.set("expire", wireDate(token.expiresAt))
    const letter = writeLetter(kind satisfies LetterKind, { name: account.name, link: link.href, minutes: linkMinutes })
    await s.mailer.send({ ...letter, to: account.email, id: tokenId })
  },
})

/**
 * Sends the mail that confirms the person's address.
 * @throws AppError `user_email_already_verified`, `user_email_not_found`, `general_argument_invalid` for a foreign link
 */
export async function requestVerification(s: Services, accountId: string, url: string): Promise<TokenReply> {
  const target = checkUrl(s, url)
  const account = await queries.findAccount(s.db, accountId)
  if (!account) throw new AppError("user_not_found", "This account does not exist.")
  if (account.isEmailVerified)
    throw new AppError("user_email_already_verified", "The e-mail address is confirmed already.")
  if (!account.email) throw new AppError("user_email_not_found", "This account has no e-mail address.")
  return requestLink(s, accountId, "verification", target, accountId)
}

/**
 * Sends the mail that resets a password. Answers alike for an address without an account (checklist 1.9).
 * @throws AppError `general_argument_invalid` for a foreign link
 */
export async function requestRecovery(s: Services, email: string, url: string): Promise<TokenReply> {
  const target = checkUrl(s, url)
  const shownId = derivedId(s.tokenKey, `recovery:${email}`)
  const account = await queries.findCredentials(s.db, email)
  if (!account || account.isBlocked) {
    const now = new Date()
    return reply(newId(), now, new Date(now.getTime() + linkMinutes * 60_000), shownId)
  }
  return requestLink(s, account.id, "recovery", target, shownId)
}

async function requestLink(
  s: Services,
  accountId: string,
  kind: AccountTokenKind,
  url: string,
  shownId: string,
): Promise<TokenReply> {
  return transact(s.db, async (tx) => {
    const expiresAt = new Date(Date.now() + linkMinutes * 60_000)
    const id = newId()
    const token = await queries.insertToken(tx, { id, accountId, kind, secretHash: sha256(newSecret(32)), expiresAt })
    await s.queue.enqueue(tx, sendLink, { tokenId: id, accountId, kind, url })
    return reply(id, token.createdAt, expiresAt, shownId)
  })
}

function checkUrl(s: Services, url: string): string {
  const trusted = readTrustedUrl(url, trustedHosts(s.config))
  if (!trusted) {
    throw new AppError("general_argument_invalid", "Invalid `url` param: it must be a page of this product.")
  }
  return trusted.href
}

/**
 * Confirms the address and grants the welcome credits, once for ever.
 * @throws AppError `user_invalid_token` when the link is wrong, used or expired
 */
export async function confirmAddress(s: Services, link: { userId: string; secret: string }): Promise<TokenReply> {
  return transact(s.db, async (tx) => {
    const token = await consume(tx, "verification", link)
    await markVerified(s, tx, link.userId)
    return reply(token.id, token.createdAt, token.expiresAt, link.userId)
  })
}

/**
 * Sets a new password, ends all sessions, and confirms the address: the mailbox was proven (contract §2.6).
 * @throws AppError `user_password_mismatch`, `user_invalid_token`
 */
export async function confirmRecovery(
  s: Services,
  link: { userId: string; secret: string; password: string; passwordAgain?: string | undefined },
): Promise<TokenReply> {
  if (link.passwordAgain !== undefined && link.passwordAgain !== link.password) {
    throw new AppError("user_password_mismatch", "Passwords do not match")
  }
  const passwordHash = await s.passwords.hash(link.password)
  return transact(s.db, async (tx) => {
    const token = await consume(tx, "recovery", link)
    await queries.updateAccount(tx, link.userId, { passwordHash, passwordUpdatedAt: new Date() })
    await queries.deleteTokens(tx, link.userId, "recovery")
    await queries.deleteSessions(tx, link.userId)
    await publish(tx, { kind: "session-ended", accountId: link.userId, sessionId: null })
    await markVerified(s, tx, link.userId)
    return reply(token.id, token.createdAt, token.expiresAt, link.userId)
  })
}

async function consume(tx: Db, kind: AccountTokenKind, link: { userId: string; secret: string }) {
  const token = await queries.consumeToken(tx, { accountId: link.userId, kind, secretHash: sha256(link.secret) })
  if (!token) throw new AppError("user_invalid_token", "This link is wrong, was used before, or is too old.")
  return token
}

async function markVerified(s: Services, tx: Parameters<typeof grant>[0], accountId: string): Promise<void> {
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

function reply(id: string, createdAt: Date, expiresAt: Date, userId: string): TokenReply {
  return { $id: id, $createdAt: wireDate(createdAt), userId, secret: "", expire: wireDate(expiresAt), phrase: "" }
}
