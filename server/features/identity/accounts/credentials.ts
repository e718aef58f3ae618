import type { User } from "#contract/identity/account.ts"
import type { Services } from "#server/declarations/services.ts"
import { endTokens } from "#server/features/identity/one-time-tokens/service.ts"
import { followAddress } from "#server/features/identity/profiles/service.ts"
import { endSessions, refuseJwt } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import { publish } from "#server/platform/realtime/realtime.ts"
import { internationalNumber } from "#server/platform/text/phone-numbers.ts"
import { sendChangeNotice } from "./changed-mail.ts"
import { changeAccount, findAccountBy, getAccount, isTaken, phoneTaken, provePerson, requireProof } from "./service.ts"
import { refuseWeakPassword } from "./weak-passwords.ts"

/**
 * Changes the password and ends all other sessions.
 * @throws AppError `user_invalid_credentials` when the old password is wrong or missing; `sign_in_again`; those of
 * `refuseWeakPassword`
 */
export async function changePassword(
  s: Services,
  actor: Actor,
  passwords: { password: string; oldPassword?: string | null | undefined },
): Promise<User> {
  const proof = await provePerson(s, actor, passwords.oldPassword ?? "")
  const change = await newPassword(s, passwords.password, await getAccount(s.db, actor.accountId))
  return changeAccount(s, actor, "password", change, {
    before: (tx) => requireProof(tx, actor, proof),
    async after(tx, account) {
      await endSessions(tx, actor.accountId, actor.sessionId)
      await endTokens(tx, account, ["recovery", "magic-url", "email", "phone", "oauth2"])
      await sendChangeNotice(s, tx, account, "password")
    },
  })
}

/**
 * Changes the address, which must then be confirmed anew. An account without a password gets this one: that is how an
 * anonymous account becomes a lasting one.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `user_email_already_exists`; those of
 * `refuseWeakPassword`
 */
export async function changeEmail(
  s: Services,
  actor: Actor,
  wanted: { email: string; password: string },
): Promise<User> {
  const { email } = wanted
  const { proof, password } = await proveOrSetPassword(s, actor, wanted.password, email)
  const holder = await findAccountBy(s.db, "email", email)
  if (holder && holder.id !== actor.accountId) throw emailTaken()
  const change = { email, isEmailVerified: false, ...password }
  return changeAccount(s, actor, "email", change, {
    // Links sent to the old address must not confirm or open the new one.
    async before(tx) {
      const account = await requireProof(tx, actor, proof)
      await endTokens(tx, account, ["verification", "recovery", "magic-url", "email"])
      if (account.email !== email) await sendChangeNotice(s, tx, account, "email")
    },
    async after(tx) {
      await followAddress(tx, actor.accountId, email)
      await publish(tx, { kind: "roles-changed", accountId: actor.accountId })
    },
  }).catch((error) => {
    throw isTaken(error) ? emailTaken() : error
  })
}

/**
 * As `changeEmail`, for the phone number. Several may write the same number down; the one who confirms it has it.
 * @throws AppError `user_invalid_credentials`, `sign_in_again`, `user_phone_already_exists`
 */
export async function changePhone(
  s: Services,
  actor: Actor,
  wanted: { phone: string; password: string },
): Promise<User> {
  const phone = internationalNumber(wanted.phone)
  const { proof, password } = await proveOrSetPassword(s, actor, wanted.password, null)
  const holder = await findAccountBy(s.db, "phone", phone)
  if (holder && holder.id !== actor.accountId) throw phoneTaken()
  const change = { phone, isPhoneVerified: false, ...password }
  return changeAccount(s, actor, "phone", change, {
    async before(tx) {
      const account = await requireProof(tx, actor, proof)
      await endTokens(tx, account, ["phone", "phone-verification"])
    },
    after: (tx) => publish(tx, { kind: "roles-changed", accountId: actor.accountId }),
  })
}

/** Blocks the own account and ends its sessions; only an operator opens it again. */
export function blockAccount(s: Services, actor: Actor): Promise<User> {
  refuseJwt(actor)
  return changeAccount(
    s,
    actor,
    "status",
    { isBlocked: true },
    {
      async after(tx, account) {
        await endTokens(tx, account, ["recovery", "magic-url", "email", "phone", "oauth2"])
        await endSessions(tx, actor.accountId)
      },
    },
  )
}

/** @returns the proof, and what to change besides: the password itself, when the account had none */
async function proveOrSetPassword(s: Services, actor: Actor, password: string, email: string | null) {
  const proof = await provePerson(s, actor, password)
  if (proof.hash !== null) return { proof, password: {} }
  const account = await getAccount(s.db, actor.accountId)
  return { proof, password: await newPassword(s, password, { name: account.name, email: email ?? account.email }) }
}

async function newPassword(s: Services, password: string, owner: { name: string; email: string | null }) {
  refuseWeakPassword(password, owner)
  return { passwordHash: await s.passwords.hash(password), passwordUpdatedAt: new Date() }
}

function emailTaken(): AppError {
  return new AppError("user_email_already_exists", "Another account has this e-mail address.")
}
