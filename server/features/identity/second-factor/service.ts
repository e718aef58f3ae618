import { product } from "#contract/brand.ts"
import type { Session, User } from "#contract/identity/account.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  getAccount,
  lockAccount,
  provePerson,
  requireFreshProof,
  requireProof,
  setSecondFactor,
} from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { type Operator, writeLog as writeOperatorLog } from "#server/features/identity/operators/service.ts"
import {
  endSessions,
  lockSession,
  markProved,
  passFactor,
  refuseJwt,
} from "#server/features/identity/sessions/service.ts"
import { qrPath } from "#server/platform/documents/qr-path.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import { newId } from "#server/platform/ids.ts"
import { seal, unseal } from "#server/platform/security/seal.ts"
import { type Happening, mailFactor } from "./factor-mail.ts"
import * as queries from "./queries.ts"
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts"
import { base32, findStep, newTotpSecret, totpUri } from "./totp.ts"

/** Wrong codes an hour for one account: three codes of a million count at any time. */
const maxGuesses = 10

/** What secrets are sealed for. */
const purpose = "second-factor"

/** How a factor is given: by the app, or by a recovery code. */
type Kind = "totp" | "recoverycode"

/** What a change of the factor asks for. */
interface Both {
  otp: string
  password?: string | null | undefined
}

/** How the account's second factor stands; never its secret. */
export async function factorStateOf(
  s: Services,
  accountId: string,
): Promise<{ since: string; recoveryCodesLeft: number }> {
  const { secondFactorAt } = await getAccount(s.db, accountId)
  return { since: serialiseDate(secondFactorAt), recoveryCodesLeft: await queries.countCodes(s.db, accountId) }
}

/**
 * Makes a secret for an app. The one in use stays in use until a code of the new one is given.
 * @param given a code of the app in use, where there is one
 * @throws AppError `not_allowed` before an address is confirmed; `proof_required`; `user_authenticator_already_verified` without that code; as `proveBoth`
 */
export async function offerAuthenticator(
  s: Services,
  actor: Actor,
  given: { [Name in keyof Both]?: Both[Name] | undefined },
) {
  const { isEmailVerified, isPhoneVerified } = await getAccount(s.db, actor.accountId)
  // Else somebody could lock the owner of an address out of it.
  if (!isEmailVerified && !isPhoneVerified)
    throw new AppError("not_allowed", "Please confirm your e-mail address first.")
  if (await hasAuthenticator(s.db, actor.accountId)) {
    const { otp } = given
    if (!otp) throw new AppError("user_authenticator_already_verified", "Give a code of the app you use now.")
    await proveBoth(s, actor, { ...given, otp })
  }
  const secret = newTotpSecret()
  const account = await transact(s.db, async (tx) => {
    const owner = await requireFreshProof(tx, actor)
    await queries.saveOffer(tx, owner.id, seal(s.tokenKey, purpose, owner.id, secret))
    return owner
  })
  const uri = totpUri(secret, product.name, account.email ?? account.phone ?? account.id)
  return { secret: base32(secret), uri, qr: qrPath(uri) }
}

/**
 * Switches the factor on with a code of the offered secret, and signs out everywhere else.
 * @returns the account, and the recovery codes, which nobody is shown again
 * @throws AppError `proof_required`, `user_authenticator_not_found`, `user_invalid_token`
 */
export async function confirmAuthenticator(
  s: Services,
  actor: Actor,
  code: string,
): Promise<User & { recoveryCodes: string[] }> {
  return transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    const offer = await queries.lockOffer(tx, account.id)
    if (!offer?.offeredSecret) throw noFactor()
    const secret = unseal(s.tokenKey, purpose, account.id, offer.offeredSecret)
    const step = secret && findStep(secret, plainCode(code), { now: s.now().getTime(), after: 0 })
    if (step === null) throw wrongCode()
    await queries.acceptOffer(tx, account.id, step)
    const user = await setSecondFactor(tx, account.id, new Date())
    await passHere(tx, actor)
    await endSessions(tx, account.id, actor.sessionId)
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    await sendFactorNotice(s, tx, account, "on")
    return { ...user, recoveryCodes: await makeCodes(s, tx, account.id) }
  })
}

/** Whether the account has a confirmed app. */
export async function hasAuthenticator(db: Db, accountId: string): Promise<boolean> {
  return (await queries.findApp(db, accountId)) !== undefined
}

/** New recovery codes in place of the former ones. @throws AppError as `proveBoth` */
export async function renewRecoveryCodes(s: Services, actor: Actor, given: Both): Promise<string[]> {
  await proveBoth(s, actor, given)
  return transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    if (account.secondFactorAt === null) throw noFactor()
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    return makeCodes(s, tx, account.id)
  })
}

/** Switches the factor off. @throws AppError as `proveBoth` */
export async function removeAuthenticator(s: Services, actor: Actor, given: Both): Promise<void> {
  await proveBoth(s, actor, given)
  await transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    await switchOff(tx, account)
    // A sign-in that waited for its code must not be let in by this.
    await endSessions(tx, account.id, actor.sessionId)
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    await sendFactorNotice(s, tx, account, "off")
  })
}

/**
 * Takes the factor of somebody who lost the app and the codes, and signs them out everywhere.
 * @throws AppError `not_found`, `not_allowed` for oneself, `step_not_allowed` without a factor
 */
export async function resetFactor(s: Services, operator: Operator, personId: string, reason: string): Promise<void> {
  await transact(s.db, async (tx) => {
    const account = await lockAccount(tx, personId)
    if (!account) throw new AppError("not_found", "There is no such person.")
    if (personId === operator.accountId) {
      throw new AppError("not_allowed", "Your own second factor is changed at My account.")
    }
    if (account.secondFactorAt === null) {
      throw new AppError("step_not_allowed", "This person has no second factor.")
    }
    await switchOff(tx, account)
    await endSessions(tx, personId)
    await writeOperatorLog(tx, operator, {
      action: "people.resetFactor",
      subjectId: personId,
      reason,
      detail: { before: "on", after: "off" },
    })
    await sendFactorNotice(s, tx, account, "reset")
  })
}

/**
 * Gives the second factor in this session: completes a sign-in, or proves once more who is here.
 * @throws AppError `user_invalid_token`, `user_authenticator_not_found`, `general_rate_limit_exceeded`
 */
export async function giveFactor(s: Services, actor: Actor, kind: Kind, code: string): Promise<Session> {
  refuseJwt(actor)
  const session = await transact(s.db, async (tx) => {
    const isRight = await tryCode(s, tx, actor.accountId, kind, code)
    if (!isRight) return null
    const passed = await passHere(tx, actor)
    await writeLog(tx, actor.accountId, "session.factor", actor.visitor)
    return passed
  })
  if (!session) throw wrongCode()
  return session
}

/**
 * Proves once more who is here, where there is no second factor.
 * @throws AppError `user_invalid_credentials`; `sign_in_again` without a password; `step_not_allowed` with a factor
 */
export async function giveProof(s: Services, actor: Actor, password: string): Promise<void> {
  const proof = await provePerson(s, actor, password)
  if (proof.hash === null) {
    throw new AppError("sign_in_again", "To be sure it is you, sign out and in again.")
  }
  await transact(s.db, async (tx) => {
    const account = await requireProof(tx, actor, proof)
    if (account.secondFactorAt !== null) throw new AppError("step_not_allowed", "Give a code of your app instead.")
    await markProved(tx, actor.sessionId)
  })
}

/**
 * Asks for the password, or a sign-in of a moment ago where there is none, and then for a code: whoever has only the
 * phone or only the password changes nothing.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `user_invalid_token`, `user_authenticator_not_found`,
 * `general_rate_limit_exceeded`; `user_unauthorized` for a token
 */
async function proveBoth(s: Services, actor: Actor, { otp, password }: Both): Promise<void> {
  const proof = await provePerson(s, actor, password ?? "")
  await transact(s.db, (tx) => requireProof(tx, actor, proof))
  await giveFactor(s, actor, /^\d+$/.test(plainCode(otp)) ? "totp" : "recoverycode", otp)
}

/**
 * Whether a code is right; it is used up then. A wrong one costs a guess, which only counts when the transaction is
 * committed: so answer for it after, never by throwing inside.
 */
async function tryCode(s: Services, tx: Tx, accountId: string, kind: Kind, code: string): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account?.secondFactorAt) throw noFactor()
  if (kind === "recoverycode") {
    if (!(await queries.takeCode(tx, accountId, hashRecoveryCode(s.tokenKey, accountId, code)))) return false
    await sendFactorNotice(s, tx, account, "code-used", await queries.countCodes(tx, accountId))
    return true
  }
  if (!(await hasAuthenticator(tx, accountId))) {
    throw new AppError("user_authenticator_not_found", "You have no app for codes. Use a passkey or a recovery code.")
  }
  const factor = await queries.spendGuess(tx, accountId, maxGuesses)
  if (!factor?.secret) {
    throw new AppError("general_rate_limit_exceeded", "Too many wrong codes. Wait an hour, or use a recovery code.")
  }
  const secret = unseal(s.tokenKey, purpose, accountId, factor.secret)
  const step = secret && findStep(secret, plainCode(code), { now: s.now().getTime(), after: Number(factor.lastStep) })
  if (step === null) return false
  await queries.keepStep(tx, accountId, step)
  return true
}

/** The second step was given in this session, within a larger change. @throws AppError `general_unauthorized_scope` */
export async function passHere(tx: Tx, actor: Actor): Promise<Session> {
  const session = await lockSession(tx, actor.accountId, actor.sessionId)
  if (!session) throw endedSession()
  return passFactor(tx, session)
}

/** Takes away, within a larger change, a factor that somebody set before the address was proved, one only begun as well. */
export async function removeUnprovedFactor(tx: Tx, accountId: string): Promise<void> {
  await queries.deleteFactor(tx, accountId)
  const { secondFactorAt } = await getAccount(tx, accountId)
  if (secondFactorAt !== null) await setSecondFactor(tx, accountId, null)
}

/** Takes the second step off an account, within a larger change. @throws AppError `user_authenticator_not_found` */
export async function switchOff(tx: Tx, account: Account): Promise<void> {
  if (account.secondFactorAt === null) throw noFactor()
  await queries.deleteFactor(tx, account.id)
  await setSecondFactor(tx, account.id, null)
}

/** New recovery codes in place of the former ones, within a larger change. */
export async function makeCodes(s: Services, tx: Tx, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await queries.replaceCodes(
    tx,
    accountId,
    codes.map((code) => hashRecoveryCode(s.tokenKey, accountId, code)),
  )
  return codes
}

function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "")
}

function noFactor(): AppError {
  return new AppError("user_authenticator_not_found", "This account has no second factor.")
}

function wrongCode(): AppError {
  return new AppError("user_invalid_token", "This code is wrong or was used before. Wait for the next one.")
}

function endedSession(): AppError {
  return new AppError("general_unauthorized_scope", "This session has ended. Please sign in again.")
}

/**
 * Switches the second step on for somebody who has another one than an app, and signs out everywhere else; where it is
 * on, only makes new recovery codes. With a second step, a fresh proof is that step.
 * @param requireOther throws where there is no other one
 * @returns recovery codes, which nobody is shown again
 * @throws AppError `proof_required`; `step_not_allowed` with an app, whose own way asks for its code
 */
export async function turnOnWithoutApp(
  s: Services,
  actor: Actor,
  requireOther: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  return transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    await requireOther(tx)
    if (await hasAuthenticator(tx, account.id)) throw hasApp()
    if (account.secondFactorAt === null) {
      await setSecondFactor(tx, account.id, new Date())
      await passHere(tx, actor)
      await endSessions(tx, account.id, actor.sessionId)
      await sendFactorNotice(s, tx, account, "on-by-passkey")
    }
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    return makeCodes(s, tx, account.id)
  })
}

/** Switches it off again. @throws AppError `proof_required`; `step_not_allowed` with an app; `user_authenticator_not_found` */
export async function turnOffWithoutApp(s: Services, actor: Actor): Promise<void> {
  await transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    if (await hasAuthenticator(tx, account.id)) throw hasApp()
    await switchOff(tx, account)
    // A sign-in that waited for its second step must not be let in by this.
    await endSessions(tx, account.id, actor.sessionId)
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    await sendFactorNotice(s, tx, account, "off")
  })
}

function hasApp(): AppError {
  return new AppError("step_not_allowed", "Your authenticator app is your second step. Change it at My account.")
}

/** Queues that mail within the change; accounts without an address are told nothing. */
export async function sendFactorNotice(
  s: Pick<Services, "queue">,
  tx: Tx,
  { id: accountId, email }: Pick<Account, "id" | "email">,
  happening: Happening,
  codesLeft = 0,
): Promise<void> {
  if (email === null) return
  await s.queue.enqueue(tx, mailFactor, { id: newId(), accountId, email, happening, codesLeft })
}
