import type { Token } from "#contract/identity/account.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Account, AccountTokenKind } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  findAccountBy,
  findCredentials,
  getAccount,
  hasAccount,
  insertAccount,
  lockWithPassword,
  markEmailVerified,
  markPhoneVerified,
  newIdOr,
} from "#server/features/identity/accounts/service.ts"
import {
  checkLinkUrl,
  invalidToken,
  issueSecret,
  issueSecretNow,
  requirePause,
  type SecretOrder,
  toToken,
  useToken,
} from "#server/features/identity/one-time-tokens/service.ts"
import { openSession, type SignedIn } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { countAttempt } from "./attempts.ts"
import { clearOlderWaysIn } from "./claim.ts"
import { newSecurityPhrase } from "./security-phrase.ts"

/** Page of a link for which the caller names none. */
const usualLinkPage = "/auth/magic-url"

/**
 * Signs in by password.
 * @throws AppError `user_invalid_credentials`, the same and as late for an unknown address as for a wrong password;
 * `user_blocked`, `general_rate_limit_exceeded`
 */
export async function signInByPassword(
  s: Services,
  credentials: { email: string; password: string },
  from: { visitor: Visitor; isLimited: boolean; deviceOf: (accountId: string) => string | null },
): Promise<SignedIn> {
  const { visitor } = from
  const { email } = credentials
  const found = await findCredentials(s.db, email)
  const deviceId = found ? from.deviceOf(found.id) : null
  const refund = from.isLimited ? await countAttempt(s, { email, ip: visitor.ip, deviceId }) : null
  if (!(await s.passwords.verify(found?.passwordHash ?? null, credentials.password)) || !found) {
    throw wrongPassword()
  }
  await refund?.()
  const owner = { accountId: found.id, provider: "email", providerUid: credentials.email }
  return transact(s.db, async (tx) => {
    // The password may have been changed while this one was compared.
    const account = await lockWithPassword(tx, found.id, found.passwordHash)
    if (!account) throw wrongPassword()
    if (account.isBlocked) throw blocked()
    return openSession(tx, owner, visitor)
  })
}

/** Signs in to a new account without an address; giving it an address makes a lasting one of it. */
export async function signInAnonymously(s: Services, visitor: Visitor): Promise<SignedIn> {
  return transact(s.db, async (tx) => {
    const account = { id: newId(), email: null, phone: null, name: "", passwordHash: null }
    await insertAccount(s, tx, account, visitor)
    return openSession(tx, { accountId: account.id, provider: "anonymous", providerUid: "" }, visitor)
  })
}

/** Ways of signing in by a secret that is sent: a link or a code by e-mail, a code by text message. */
export type Channel = "magic-url" | "email" | "phone"

/**
 * Sends a secret that signs in. Whether the address is known is not looked at, so the reply cannot tell it; a new
 * address gets its account when the secret is used.
 * @param showsSecret a server key asks: the reply names the account that is there, and carries the secret as well
 * @throws AppError `general_argument_invalid` for a foreign link, `general_phone_disabled`
 */
export async function requestSecret(
  s: Services,
  wanted: {
    channel: Channel
    userId: string
    address: string
    url?: string | null | undefined
    phrase?: boolean | null | undefined
  },
  showsSecret: boolean,
): Promise<Token> {
  const { channel: kind, address } = wanted
  if (kind === "phone") requireMessages(s)
  const url = kind === "magic-url" ? checkLinkUrl(s, wanted.url ?? s.config.publicUrl + usualLinkPage) : undefined
  const phrase = wanted.phrase ? newSecurityPhrase() : undefined
  const order: SecretOrder = { owner: { address }, kind, claimId: newIdOr(wanted.userId), url, phrase }
  if (showsSecret) {
    const known = await findAccountBy(s.db, addressOf(kind), address)
    const { token, secret } = await issueSecretNow(s, { ...order, claimId: known?.id ?? order.claimId })
    return { ...toToken(token, secret), phrase: phrase ?? "" }
  }
  // A link works for whoever gets it; a code only for who asked, so that a stranger's request must not keep others waiting.
  if (kind === "magic-url") await requirePause(s, kind, address)
  const token = await transact(s.db, (tx) => issueSecret(s, tx, order))
  if (!token) throw new Error("A new id was taken.")
  return { ...toToken(token), phrase: phrase ?? "" }
}

function addressOf(channel: Channel): "email" | "phone" {
  return channel === "phone" ? "phone" : "email"
}

/** @throws AppError `general_phone_disabled` */
export function requireMessages(s: Services): void {
  if (s.messenger.kind === "disabled") {
    throw new AppError("general_phone_disabled", "Text messages are not set up here.")
  }
}

/**
 * Signs in with the secret of a link or with a code, which also confirms the address or the number.
 * @throws AppError `user_invalid_token` for everything wrong, an unknown account included; `user_blocked`
 */
export async function signInBySecret(
  s: Services,
  kinds: readonly (Channel | "oauth2")[],
  given: { userId: string; secret: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const signedIn = await transact(s.db, async (tx) => {
    const token = await useToken(s, tx, kinds, given)
    if (!token) return null
    const account = await accountOfToken(s, tx, token, visitor)
    if (account.isBlocked) throw blocked()
    return openSession(tx, { accountId: account.id, ...wayOf(token, account) }, visitor)
  })
  if (!signedIn) throw invalidToken()
  return signedIn
}

interface UsedToken {
  kind: AccountTokenKind
  accountId: string | null
  address: string | null
  claimId: string
  provider: string | null
  providerUid: string | null
}

/** Whose the secret is: the account's it was made for, or that of the address, which is made now when it is new. */
async function accountOfToken(s: Services, tx: Tx, token: UsedToken, visitor: Visitor): Promise<Account> {
  const { kind, accountId, address } = token
  if (accountId !== null || address === null) return getAccount(tx, accountId ?? "")
  const channel = kind === "phone" ? "phone" : "email"
  const known = await findAccountBy(tx, channel, address)
  const id = known?.id ?? (await makeAccount(s, tx, channel, address, token.claimId, visitor))
  const account = known ?? (await getAccount(tx, id))
  if (account.isBlocked) return account
  if (channel === "phone") {
    if (!account.isPhoneVerified) await markPhoneVerified(tx, id)
  } else if (!account.isEmailVerified) {
    if (known) await clearOlderWaysIn(tx, account)
    await markEmailVerified(s, tx, id)
  }
  return account
}

async function makeAccount(
  s: Services,
  tx: Tx,
  channel: "email" | "phone",
  address: string,
  wantedId: string,
  visitor: Visitor,
): Promise<string> {
  const account = { email: null, phone: null, [channel]: address, name: "", passwordHash: null }
  // The id was named by whoever asked for the secret; when somebody has it, any other will do.
  const id = (await hasAccount(tx, wantedId)) ? newId() : wantedId
  await insertAccount(s, tx, { ...account, id }, visitor)
  return id
}

/** How sessions name the way in. */
function wayOf(
  { kind, address, provider, providerUid }: UsedToken,
  account: Account,
): { provider: string; providerUid: string } {
  if (kind === "oauth2") return { provider: provider ?? "token", providerUid: providerUid ?? "" }
  const uid = address ?? account.email ?? ""
  return { provider: kind === "email" ? "token" : kind, providerUid: uid }
}

function wrongPassword(): AppError {
  return new AppError("user_invalid_credentials", "The e-mail address or the password is not right.")
}

function blocked(): AppError {
  return new AppError("user_blocked", "This account is blocked.")
}
