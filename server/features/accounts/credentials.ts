import type { User } from "#contract/hosted/account.ts"
import { followAddress } from "#server/features/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import { changeAccount, getAccount } from "./service.ts"
import { endSessions } from "./sessions.ts"
import { deleteTokens } from "./token-queries.ts"
import type { Actor } from "./visitor.ts"
import { refuseWeakPassword } from "./weak-passwords.ts"

/**
 * Changes the password and ends all other sessions (checklist 1.5 and 1.6).
 * @throws AppError `user_invalid_credentials` when the old password is wrong or missing; those of `refuseWeakPassword`
 */
export async function changePassword(
  s: Services,
  actor: Actor,
  passwords: { password: string; oldPassword?: string | null | undefined },
): Promise<User> {
  const stored = await storedHash(s, actor)
  if (stored !== null && !(await s.passwords.verify(stored, passwords.oldPassword ?? ""))) {
    throw new AppError("user_invalid_credentials", "The old password is not right.")
  }
  const change = await newPassword(s, passwords.password, await getAccount(s.db, actor.accountId))
  return changeAccount(s, actor, "password", change, async (tx) => {
    await endSessions(tx, actor.accountId, actor.sessionId)
    await deleteTokens(tx, actor.accountId, ["recovery", "magic-url", "email", "phone", "oauth2"])
  })
}

/**
 * Changes the address, which must then be confirmed anew. An account without a password gets this one: that is how an
 * anonymous account becomes a lasting one (contract §2.4).
 * @throws AppError `user_invalid_credentials`, `user_email_already_exists`; those of `refuseWeakPassword`
 */
export async function changeEmail(
  s: Services,
  actor: Actor,
  wanted: { email: string; password: string },
): Promise<User> {
  const { email } = wanted
  const password = await provePassword(s, actor, wanted.password, email)
  const holder = await queries.findCredentials(s.db, "email", email)
  if (holder && holder.id !== actor.accountId) throw emailTaken()
  const change = { email, isEmailVerified: false, ...password }
  return changeAccount(s, actor, "email", change, async (tx) => {
    // Links sent to the old address must not confirm or open the new one.
    await deleteTokens(tx, actor.accountId, ["verification", "recovery", "magic-url", "email"])
    await followAddress(tx, actor.accountId, email)
    await publish(tx, { kind: "roles-changed", accountId: actor.accountId })
  }).catch((error) => {
    throw isTaken(error) ? emailTaken() : error
  })
}

/** As `changeEmail`, for the phone number. @throws AppError `user_invalid_credentials`, `user_phone_already_exists` */
export async function changePhone(
  s: Services,
  actor: Actor,
  wanted: { phone: string; password: string },
): Promise<User> {
  const { phone } = wanted
  const password = await provePassword(s, actor, wanted.password, null)
  const holder = await queries.findCredentials(s.db, "phone", phone)
  if (holder && holder.id !== actor.accountId) throw phoneTaken()
  const change = { phone, isPhoneVerified: false, ...password }
  return changeAccount(s, actor, "phone", change, async (tx) => {
    await deleteTokens(tx, actor.accountId, ["phone", "phone-verification"])
    await publish(tx, { kind: "roles-changed", accountId: actor.accountId })
  }).catch((error) => {
    throw isTaken(error) ? phoneTaken() : error
  })
}

/** Blocks the own account and ends its sessions; only an operator opens it again. */
export function blockAccount(s: Services, actor: Actor): Promise<User> {
  return changeAccount(s, actor, "status", { isBlocked: true }, async (tx) => {
    await deleteTokens(tx, actor.accountId, ["recovery", "magic-url", "email", "phone", "oauth2"])
    await endSessions(tx, actor.accountId)
  })
}

async function storedHash(s: Services, actor: Actor): Promise<string | null> {
  return (await queries.findPasswordHash(s.db, actor.accountId))?.passwordHash ?? null
}

/** @returns what to change besides: the password itself, when the account had none */
async function provePassword(s: Services, actor: Actor, password: string, email: string | null) {
  const stored = await storedHash(s, actor)
  if (stored === null) {
    const account = await getAccount(s.db, actor.accountId)
    return newPassword(s, password, { name: account.name, email: email ?? account.email })
  }
  if (await s.passwords.verify(stored, password)) return {}
  throw new AppError("user_invalid_credentials", "The password is not right.")
}

async function newPassword(s: Services, password: string, owner: { name: string; email: string | null }) {
  refuseWeakPassword(password, owner)
  return { passwordHash: await s.passwords.hash(password), passwordUpdatedAt: new Date() }
}

function emailTaken(): AppError {
  return new AppError("user_email_already_exists", "Another account has this e-mail address.")
}

function phoneTaken(): AppError {
  return new AppError("user_phone_already_exists", "Another account has this phone number.")
}

/** Whether the database refused a second row of the same value: two changes at once. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}
