import { type Tx, transact } from "#server/db/open.ts"
import type { AccountTokenKind } from "#server/db/tables/accounts.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { markVerified } from "./mail-links.ts"
import { deleteIdentities } from "./oauth-queries.ts"
import { markPhoneVerified } from "./phone-codes.ts"
import * as queries from "./queries.ts"
import { getAccount } from "./service.ts"
import { endSessions, openSession, type SignedIn } from "./sessions.ts"
import { refuseToken, useToken } from "./tokens.ts"
import type { Visitor } from "./visitor.ts"

/**
 * Signs in with the secret of a link or with a code, which also confirms the address or the number.
 * @throws AppError `user_invalid_token` for everything wrong, an unknown account included; `user_blocked`
 */
export async function signInByToken(
  s: Services,
  kinds: readonly Extract<AccountTokenKind, "magic-url" | "email" | "phone" | "oauth2">[],
  given: { userId: string; secret: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const signedIn = await transact(s.db, async (tx) => {
    const token = await useToken(s, tx, kinds, given)
    if (!token) return null
    const account = await getAccount(tx, given.userId)
    if (account.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
    if (token.kind === "phone") await markPhoneVerified(tx, account.id)
    else if (token.kind !== "oauth2") await claimMailbox(s, tx, account)
    return openSession(tx, { accountId: account.id, ...wayOf(token, account) }, visitor)
  })
  return signedIn ?? refuseToken(s, kinds, given.userId)
}

/** How sessions name the way in (contract §2.1). */
function wayOf(
  token: { kind: AccountTokenKind; provider: string | null; providerUid: string | null },
  { email, phone }: queries.Account,
): { provider: string; providerUid: string } {
  if (token.kind === "oauth2") return { provider: token.provider ?? "token", providerUid: token.providerUid ?? "" }
  if (token.kind === "phone") return { provider: "phone", providerUid: phone ?? "" }
  return { provider: token.kind === "email" ? "token" : token.kind, providerUid: email ?? "" }
}

/**
 * The mailbox's owner signs in. Whoever made the account before without proving the mailbox loses every way in:
 * password, sign-in providers and sessions (docs/decisions/007).
 */
async function claimMailbox(s: Services, tx: Tx, account: queries.Account): Promise<void> {
  if (account.isEmailVerified) return
  await queries.updateAccount(tx, account.id, { passwordHash: null, passwordUpdatedAt: null })
  await deleteIdentities(tx, account.id)
  await endSessions(tx, account.id)
  await markVerified(s, tx, account.id)
}
