import { createHmac } from "node:crypto"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { isEqual } from "#server/platform/security/signature.ts"

/** Proves that whoever has it read a mail to this account. */
function keyOf(s: Pick<Services, "tokenKey">, accountId: string): string {
  return createHmac("sha256", s.tokenKey).update(`notices:${accountId}`).digest("base64url")
}

/** The link below a mail, which ends them without signing in. */
export function unsubscribeLink(s: Pick<Services, "tokenKey" | "config">, accountId: string): string {
  return `${s.config.publicUrl}/notices/unsubscribe?${new URLSearchParams({ account: accountId, key: keyOf(s, accountId) })}`
}

/** @throws AppError `not_found` for a link that was changed on its way */
export function mustKnowLink(s: Pick<Services, "tokenKey">, link: { account: string; key: string }): void {
  if (!isEqual(link.key, keyOf(s, link.account))) {
    throw new AppError("not_found", "This link is not whole. Please copy all of it.")
  }
}
