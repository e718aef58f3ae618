import { createHmac } from "node:crypto"
import type { Token } from "#contract/hosted/account.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"
import { AppError } from "#server/platform/errors.ts"
import { sha256 } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./token-queries.ts"

/** Minutes each works: an hour to prove a mailbox, ten minutes where the secret signs in or is short (checklist §10). */
export const tokenMinutes: Readonly<Record<AccountTokenKind, number>> = {
  verification: 60,
  recovery: 60,
  "magic-url": 10,
  email: 10,
  phone: 10,
  "phone-verification": 10,
  oauth2: 10,
}

/** Six digits instead of a long secret. */
const codeKinds: readonly AccountTokenKind[] = ["email", "phone", "phone-verification"]

/** Wrong guesses after which a code is gone (contract §2.7). */
const maxGuesses = 5

export function expiryOf(kind: AccountTokenKind): Date {
  return new Date(Date.now() + tokenMinutes[kind] * 60_000)
}

/** Codes are few enough to try them all against a plain hash, so theirs needs the installation's key. */
export function hashSecret(s: Pick<Services, "tokenKey">, kind: AccountTokenKind, accountId: string, secret: string) {
  if (!codeKinds.includes(kind)) return sha256(secret)
  return createHmac("sha256", s.tokenKey).update(`${kind}:${accountId}:${secret}`).digest()
}

/**
 * Uses a secret up.
 * @returns null when it is wrong, used or too old; `refuseToken` counts that and says so once the transaction is over
 */
export async function useToken(
  s: Services,
  tx: Db,
  kinds: readonly AccountTokenKind[],
  given: { userId: string; secret: string },
) {
  const secrets = kinds.map((kind) => ({ kind, hash: hashSecret(s, kind, given.userId, given.secret) }))
  return (await queries.consumeToken(tx, { accountId: given.userId, secrets })) ?? null
}

/** @throws AppError `user_invalid_token`, always */
export async function refuseToken(s: Services, kinds: readonly AccountTokenKind[], accountId: string): Promise<never> {
  const guessable = kinds.filter((kind) => codeKinds.includes(kind))
  if (guessable.length > 0) await queries.countGuess(s.db, accountId, guessable, maxGuesses)
  throw new AppError("user_invalid_token", "This link or code is wrong, was used before, or is too old.")
}

/** Reply to a call about a token. Only a server key is ever shown the secret (contract §1.6). */
export function toToken(
  token: { id: string; createdAt: Date; expiresAt: Date },
  userId: string,
  shownSecret: string | null = null,
): Token {
  return {
    $id: token.id,
    $createdAt: wireDate(token.createdAt),
    userId,
    secret: shownSecret ?? "",
    expire: wireDate(token.expiresAt),
    phrase: "",
  }
}
