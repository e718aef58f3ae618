import { timingSafeEqual } from "node:crypto"
import type { Token } from "#contract/identity/account.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { readTrustedUrl, trustedOrigins } from "#server/platform/http/origins.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { requireCooldown } from "#server/platform/limits/rate-limit.ts"
import { eventNames, publishToOwner } from "#server/platform/realtime/realtime.ts"
import { mailboxOf } from "#server/platform/text/mailbox.ts"
import * as queries from "./queries.ts"
import { codeKinds, hashSecret, makeSecret, tokenMinutes } from "./secrets.ts"
import { isTextMessage, type Message, mailSecret, sendSecretNow, textSecret } from "./send-secret.ts"

/** Wrong guesses after which a code is gone. Long secrets cannot be guessed, so strangers cannot spend theirs. */
const maxGuesses = 5

/** A secret that is asked for: whose it is, what for, and where its message leads. */
export interface SecretOrder {
  owner: queries.TokenOwner
  kind: Exclude<AccountTokenKind, "oauth2">
  /** Id under which the secret is used; the account's own where there is one. */
  claimId: string
  /** Page the link leads to, checked before; for links only. */
  url?: string | undefined
  /** Two words that page and message show; absent when none were asked for. */
  phrase?: string | undefined
}

/** A stored token, as replies tell it. */
export interface IssuedToken {
  id: string
  claimId: string
  createdAt: Date
  expiresAt: Date
}

/**
 * The one way in which links and codes are made: stores a token and queues its message with the transaction. The
 * secret is made when the message is, and kept nowhere.
 * @param id given where the work may be done twice
 * @returns null when there is a token of this id already
 */
export async function issueSecret(s: Services, tx: Tx, order: SecretOrder, id = newId()): Promise<IssuedToken | null> {
  // Until its message is made nobody knows the secret.
  const token = await store(tx, order, id, sha256(newSecret(32)))
  if (!token) return null
  await s.queue.enqueue(tx, isTextMessage(order.kind) ? textSecret : mailSecret, messageOf(order, id))
  return token
}

/**
 * Lets one message a minute go to a mailbox or a number, for each thing it is for. Not for server keys. Nothing is looked up, so an
 * unknown address is answered like a known one.
 * @throws AppError `general_rate_limit_exceeded`, with the time to wait
 */
export function requirePause(s: Services, kind: SecretOrder["kind"], address: string): Promise<void> {
  return requireCooldown(s.db, `message ${kind} ${mailboxOf(address.toLowerCase())}`, s.config.rateLimitFactor)
}

/** For a server key, which is shown the secret: sends the message before the call ends. */
export async function issueSecretNow(s: Services, order: SecretOrder): Promise<{ token: IssuedToken; secret: string }> {
  const secret = makeSecret(order.kind)
  const token = await store(s.db, order, newId(), hashSecret(s, order.kind, order.claimId, secret))
  if (!token) throw new Error("A new id was taken.")
  await sendSecretNow(s, messageOf(order, token.id), token, secret)
  return { token, secret }
}

/** A token of a sign-in provider, whose secret goes into the address of the page at the end. */
export async function issueProviderToken(
  s: Services,
  tx: Tx,
  of: { accountId: string; provider: string; providerUid: string },
): Promise<string> {
  const kind = "oauth2"
  const secret = newSecret(32)
  const secretHash = hashSecret(s, kind, of.accountId, secret)
  const token = { ...of, id: newId(), claimId: of.accountId, kind, secretHash, expiresAt: expiryOf(kind) } as const
  if (!(await queries.insertToken(tx, token))) throw new Error("A new id was taken.")
  return secret
}

async function store(db: Db, { owner, kind, claimId }: SecretOrder, id: string, secretHash: Buffer) {
  if (codeKinds.has(kind)) await queries.deleteClaim(db, claimId, kind)
  return (await queries.insertToken(db, { ...owner, id, claimId, kind, secretHash, expiresAt: expiryOf(kind) })) ?? null
}

function messageOf({ owner, kind, url, phrase }: SecretOrder, tokenId: string): Message {
  return { tokenId, accountId: owner.accountId ?? null, kind, url, phrase }
}

export function expiryOf(kind: AccountTokenKind): Date {
  return new Date(Date.now() + tokenMinutes[kind] * 60_000)
}

interface Given {
  userId: string
  secret: string
}

/**
 * Uses a secret up. A wrong one costs an attempt, which only counts when the transaction is committed: so answer with
 * `refuseToken` after it, never by throwing inside.
 * @returns null when it is wrong, used or too old
 */
export async function useToken(s: Services, tx: Tx, kinds: readonly AccountTokenKind[], given: Given) {
  const codes = kinds.filter((kind) => codeKinds.has(kind))
  const links = kinds.filter((kind) => !codeKinds.has(kind))
  const claim = { claimId: given.userId }
  await queries.lockOwners(tx, given.userId)
  const candidates = [
    ...(codes.length > 0 ? await queries.spendAttempt(tx, { ...claim, kinds: codes, maxAttempts: maxGuesses }) : []),
    ...(links.length > 0 ? await queries.spendAttempt(tx, { ...claim, kinds: links, maxAttempts: maxInteger }) : []),
  ]
  const token = candidates.find(({ kind, claimId, secretHash }) =>
    timingSafeEqual(secretHash, hashSecret(s, kind, claimId, given.secret)),
  )
  if (!token || !(await queries.deleteToken(tx, token.id))) return null
  return token
}

/** Largest count that the column holds. */
const maxInteger = 2_147_483_647

/** Whether a long secret is right, before anything costly is done for whoever sent it. */
export function isOpenLink(s: Services, kind: "recovery", given: Given): Promise<boolean> {
  const secretHash = hashSecret(s, kind, given.userId, given.secret)
  return queries.hasToken(s.db, { claimId: given.userId, kind, secretHash })
}

/** What everything wrong is answered: an unknown account, a used secret, an old one, a wrong guess. */
export function invalidToken(): AppError {
  return new AppError("user_invalid_token", "This link or code is wrong, was used before, or is too old.")
}

/** Every kind of link and code. */
export const accountTokenKinds = Object.keys(tokenMinutes) as AccountTokenKind[]

/** Ends links and codes of some kinds that are under way to an account. */
export async function endTokens(
  tx: Db,
  account: { id: string; email: string | null; phone: string | null },
  kinds: readonly AccountTokenKind[],
): Promise<void> {
  await queries.deleteTokens(tx, account, kinds)
}

/** Removes expired tokens. */
export async function sweepTokens(db: Db): Promise<void> {
  await queries.deleteExpiredTokens(db)
}

/** Reply to a call about a token. Only a server key is ever shown the secret. */
export function toToken(token: IssuedToken, shownSecret: string | null = null): Token {
  return {
    $id: token.id,
    $createdAt: serialiseDate(token.createdAt),
    userId: token.claimId,
    secret: shownSecret ?? "",
    expire: serialiseDate(token.expiresAt),
    phrase: "",
  }
}

/** Tells the account's screens of a link or code, without its secret. */
export async function publishToken(
  db: Db,
  token: Token,
  kind: "recovery" | "verification",
  action: "create" | "update",
): Promise<void> {
  const path = [
    { kind: "users", id: token.userId },
    { kind, id: token.$id },
  ]
  await publishToOwner(db, token.userId, eventNames(path, action), { ...token, secret: "" })
}

/** @throws AppError `general_argument_invalid` for a page that is not ours */
export function checkLinkUrl(s: Services, url: string): string {
  const trusted = readTrustedUrl(url, trustedOrigins(s.config))
  if (!trusted) {
    throw new AppError("general_argument_invalid", "Invalid `url` param: it must be a page of this product.")
  }
  return trusted.href
}
