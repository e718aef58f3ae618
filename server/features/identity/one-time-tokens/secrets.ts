import { createHmac, randomInt } from "node:crypto"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"
import { newSecret, sha256 } from "#server/platform/ids.ts"

/** Minutes each works: an hour to prove a mailbox, ten minutes where the secret signs in or is short. */
export const tokenMinutes: Readonly<Record<AccountTokenKind, number>> = {
  verification: 60,
  recovery: 60,
  "magic-url": 10,
  email: 10,
  phone: 10,
  "phone-verification": 10,
  "shop-number": 10,
  oauth2: 10,
}

/** Random bytes in a long secret; the text is twice as long. The other kinds are six digits. */
const secretBytes: Readonly<Partial<Record<AccountTokenKind, number>>> = {
  verification: 128,
  recovery: 128,
  "magic-url": 32,
  oauth2: 32,
}

/** Six digits instead of a long secret. */
export const codeKinds: ReadonlySet<AccountTokenKind> = new Set([
  "email",
  "phone",
  "phone-verification",
  "shop-number",
] as const)

export function makeSecret(kind: AccountTokenKind): string {
  const bytes = secretBytes[kind]
  return bytes === undefined ? String(randomInt(1_000_000)).padStart(6, "0") : newSecret(bytes)
}

/** Codes are few enough to try them all against a plain hash, so theirs needs the installation's key. */
export function hashSecret(s: { tokenKey: Buffer }, kind: AccountTokenKind, claimId: string, secret: string): Buffer {
  if (!codeKinds.has(kind)) return sha256(secret)
  return createHmac("sha256", s.tokenKey).update(`${kind}:${claimId}:${secret}`).digest()
}
