import type { Session } from "#contract/identity/account.ts"
import type { Assertion } from "#contract/identity/passkeys.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { passHere, sendFactorNotice } from "#server/features/identity/second-factor/service.ts"
import { endSessionsOf, openSession, refuseJwt, type SignedIn } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { requirePasskeyHost } from "#server/platform/http/relying-party.ts"
import type { Actor, Visitor } from "#server/platform/http/visitor.ts"
import { makeChallenge, spendChallenge } from "./challenges.ts"
import { checkSigned, readOwnPage, wrongPasskey } from "./check.ts"
import * as queries from "./queries.ts"
import { passkeysElsewhere, toDescriptor, wayIn, workingPasskeys } from "./service.ts"

/** What a passkey signs to sign in. @param seed in the cookie of the browser that asks */
export async function startSignIn(s: Services, seed: string) {
  const rpId = requirePasskeyHost(s.config)
  const [former] = await passkeysElsewhere(s)
  return { challenge: await makeChallenge(s.db, "sign-in", { seed }), rpId, formerHost: former?.host ?? null }
}

/**
 * Signs in with a passkey. Its device checked who uses it, so it is the second factor too.
 * @throws AppError `user_invalid_token` for a challenge of another browser, used or too old; `user_invalid_credentials`,
 * the same for an unknown passkey as for a wrong signature; `user_blocked`
 */
export async function signInByPasskey(
  s: Services,
  assertion: Assertion,
  seed: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const { challenge } = readOwnPage(s, "webauthn.get", assertion)
  await spendChallenge(s.db, "sign-in", { seed }, challenge)
  const owner = await queries.findOwner(s.db, Buffer.from(assertion.id, "base64url"))
  if (!owner) throw wrongPasskey()
  const signedIn = await transact(s.db, async (tx) => {
    const id = await acceptPasskey(s, tx, owner.accountId, assertion, visitor)
    if (id === null) return null
    return openSession(tx, { accountId: owner.accountId, ...wayIn(id) }, visitor, { isWhole: true })
  })
  if (!signedIn) throw copiedPasskey()
  return signedIn
}

/**
 * What a passkey signs to be the second step, or a proof once more.
 * @throws AppError `user_authenticator_not_found` without one that works here; `user_unauthorized` for a token
 */
export async function startProof(s: Services, actor: Actor) {
  refuseJwt(actor)
  const rpId = requirePasskeyHost(s.config)
  const allow = (await workingPasskeys(s, s.db, actor.accountId)).map(toDescriptor)
  if (allow.length === 0) throw noPasskey()
  return { challenge: await makeChallenge(s.db, "prove", actor), rpId, allow }
}

/**
 * Gives a passkey in this session: completes a sign-in, or proves once more who is here.
 * @throws AppError as `signInByPasskey`
 */
export async function giveProof(s: Services, actor: Actor, assertion: Assertion): Promise<Session> {
  refuseJwt(actor)
  const { challenge } = readOwnPage(s, "webauthn.get", assertion)
  await spendChallenge(s.db, "prove", actor, challenge)
  const session = await transact(s.db, async (tx) => {
    if ((await acceptPasskey(s, tx, actor.accountId, assertion, actor.visitor)) === null) return null
    await writeLog(tx, actor.accountId, "session.passkey", actor.visitor)
    return passHere(tx, actor)
  })
  if (!session) throw copiedPasskey()
  return session
}

/**
 * Checks what an account's passkey signed, and counts the use. A counter that went back means that a copy is about:
 * that is told to the person and stays so when the transaction is committed, so answer for it after.
 * @returns the passkey's id, null for a copied one
 */
async function acceptPasskey(
  s: Services,
  tx: Tx,
  accountId: string,
  assertion: Assertion,
  visitor: Visitor,
): Promise<string | null> {
  const account = await lockAccount(tx, accountId)
  const passkey = account && (await queries.lockPasskey(tx, accountId, Buffer.from(assertion.id, "base64url")))
  if (!passkey) throw wrongPasskey()
  const signCount = checkSigned(s, passkey, assertion)
  if (account.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  if (passkey.copiedAt !== null) return null
  const before = Number(passkey.signCount)
  if (signCount > before || (signCount === 0 && before === 0)) {
    await queries.markUsed(tx, passkey.id, signCount)
    return passkey.id
  }
  await queries.markCopied(tx, passkey.id)
  await endSessionsOf(tx, accountId, wayIn(passkey.id), "")
  await writeLog(tx, accountId, "passkey.copied", visitor)
  await sendFactorNotice(s, tx, account, "passkey-copied")
  return null
}

function copiedPasskey(): AppError {
  return new AppError(
    "user_invalid_credentials",
    "This passkey was used by a copy of it, so it no longer signs in. Sign in another way, then remove it.",
  )
}

function noPasskey(): AppError {
  return new AppError("user_authenticator_not_found", "This account has no passkey that works here.")
}
