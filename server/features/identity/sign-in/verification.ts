import type { Token } from "#contract/identity/account.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { getAccount, markEmailVerified, markPhoneVerified } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import {
  checkLinkUrl,
  invalidToken,
  issueSecret,
  publishToken,
  requirePause,
  type SecretOrder,
  toToken,
  useToken,
} from "#server/features/identity/one-time-tokens/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import type { Actor, Visitor } from "#server/platform/http/visitor.ts"
import { countRequest } from "#server/platform/limits/rate-limit.ts"
import { mailboxOf } from "#server/platform/text/mailbox.ts"
import { clearOlderWaysIn } from "./claim.ts"
import { requireMessages } from "./service.ts"

/** Mails that confirm an address, to one mailbox. */
const mailboxLimit = { max: 10, windowSeconds: 3_600 }

/**
 * Sends the mail that confirms the person's address.
 * @throws AppError `user_email_already_verified`, `user_email_not_found`, `general_argument_invalid` for a foreign link,
 * `general_rate_limit_exceeded` when the mailbox got many
 */
export async function requestEmailVerification(s: Services, actor: Actor, url: string): Promise<Token> {
  const target = checkLinkUrl(s, url)
  const account = await getAccount(s.db, actor.accountId)
  if (account.isEmailVerified) {
    throw new AppError("user_email_already_verified", "The e-mail address is confirmed already.")
  }
  if (!account.email) throw new AppError("user_email_not_found", "This account has no e-mail address.")
  // Many accounts can name one mailbox, each by another of its names.
  await countRequest(s.db, `verification of ${mailboxOf(account.email)}`, mailboxLimit, s.config.rateLimitFactor)
  await requirePause(s, "verification", account.email)
  return request(s, actor, { kind: "verification", url: target })
}

/**
 * Sends the code that confirms the person's number.
 * @throws AppError `user_phone_not_found`, `user_phone_already_verified`, `general_phone_disabled`
 */
export async function requestPhoneVerification(s: Services, actor: Actor): Promise<Token> {
  requireMessages(s)
  const account = await getAccount(s.db, actor.accountId)
  if (!account.phone) throw new AppError("user_phone_not_found", "This account has no phone number.")
  if (account.isPhoneVerified) {
    throw new AppError("user_phone_already_verified", "The phone number is confirmed already.")
  }
  await requirePause(s, "phone-verification", account.phone)
  return request(s, actor, { kind: "phone-verification" })
}

async function request(
  s: Services,
  { accountId, visitor }: Actor,
  wanted: Pick<SecretOrder, "kind" | "url">,
): Promise<Token> {
  return transact(s.db, async (tx) => {
    const made = await issueSecret(s, tx, { ...wanted, owner: { accountId }, claimId: accountId })
    if (!made) throw new Error("A new id was taken.")
    const token = toToken(made)
    await writeLog(tx, accountId, "verification.create", visitor)
    await publishToken(tx, token, "verification", "create")
    return token
  })
}

interface Confirmation {
  userId: string
  secret: string
}

/**
 * Confirms the address and grants the welcome credits, once for ever.
 * @throws AppError `user_invalid_token` when the link is wrong, used or expired
 */
export function confirmEmail(s: Services, given: Confirmation, visitor: Visitor): Promise<Token> {
  return confirm(s, "verification", given, visitor, (tx) => markEmailVerified(s, tx, given.userId))
}

/**
 * Confirms the number. Where nothing was proved before, and somebody without a session of the account confirms it,
 * older ways in are taken away: they may be another person's.
 * @throws AppError `user_invalid_token`, `user_phone_already_exists` when another account confirmed it first
 */
export function confirmPhone(s: Services, given: Confirmation, caller: Caller, visitor: Visitor): Promise<Token> {
  return confirm(s, "phone-verification", given, visitor, async (tx) => {
    const account = await getAccount(tx, given.userId)
    const isOwn = caller.kind === "person" && caller.accountId === account.id
    if (!account.isEmailVerified && !isOwn) await clearOlderWaysIn(tx, account, { phone: true })
    await markPhoneVerified(tx, given.userId)
  })
}

/** Uses a token up and does what it proves, in one transaction. */
async function confirm(
  s: Services,
  purpose: "verification" | "phone-verification",
  given: Confirmation,
  visitor: Visitor,
  mark: (tx: Tx) => Promise<unknown>,
): Promise<Token> {
  const token = await transact(s.db, async (tx) => {
    const used = await useToken(s, tx, [purpose], given)
    if (!used) return null
    await mark(tx)
    await writeLog(tx, given.userId, "verification.update", visitor)
    const shown = toToken(used)
    await publishToken(tx, shown, "verification", "update")
    return shown
  })
  if (!token) throw invalidToken()
  return token
}
