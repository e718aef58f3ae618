import type { User } from "#contract/hosted/account.ts"
import { uniqueId } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import { openCredits } from "#server/features/credits/service.ts"
import { createProfile } from "#server/features/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { publishAccount } from "./events.ts"
import { writeLog } from "./logs.ts"
import * as queries from "./queries.ts"
import { openSession, type SignedIn } from "./sessions.ts"
import type { Actor, Visitor } from "./visitor.ts"
import { refuseWeakPassword } from "./weak-passwords.ts"
import { toUser } from "./wire.ts"

/**
 * Makes an account, its profile and its credits in one commit. Does not sign in.
 * @throws AppError `user_already_exists` when the id or the address is taken; those of `refuseWeakPassword`
 */
export async function createAccount(
  s: Services,
  wanted: { userId: string; email: string; password: string; name?: string | null | undefined },
  visitor: Visitor,
): Promise<User> {
  const { email } = wanted
  const name = wanted.name?.trim() ?? ""
  refuseWeakPassword(wanted.password, { name, email })
  const passwordHash = await s.passwords.hash(wanted.password)
  const account = { id: newIdOr(wanted.userId), email, phone: null, name, passwordHash }
  return transact(s.db, (tx) => insertAccount(s, tx, account, visitor))
}

/** @param wanted an id, or the literal that asks for one */
export function newIdOr(wanted: string): string {
  return wanted === uniqueId ? newId() : wanted
}

/**
 * Account, profile and credits, wherever an account comes from.
 * @throws AppError `user_already_exists`
 */
export async function insertAccount(
  s: Services,
  tx: Tx,
  account: Parameters<typeof queries.insertAccount>[1],
  visitor: Visitor,
): Promise<User> {
  if (!(await queries.insertAccount(tx, account))) {
    throw new AppError("user_already_exists", "An account with this e-mail address already exists. Please sign in.")
  }
  const { id, email, name } = account
  await createProfile(tx, s.config.publicUrl, { id, email, name })
  await openCredits(tx, id)
  const user = await getUser(tx, id)
  await writeLog(tx, id, "user.create", visitor)
  await publishAccount(tx, user, "create")
  return user
}

/** Signs in to a new account without an address; `changeEmail` makes a lasting one of it (contract §2.4). */
export async function signInAnonymously(s: Services, visitor: Visitor): Promise<SignedIn> {
  return transact(s.db, async (tx) => {
    const account = { id: newId(), email: null, phone: null, name: "", passwordHash: null }
    await insertAccount(s, tx, account, visitor)
    return openSession(tx, { accountId: account.id, provider: "anonymous", providerUid: "" }, visitor)
  })
}

export async function getUser(db: Db, accountId: string): Promise<User> {
  return toUser(await getAccount(db, accountId))
}

/** @throws AppError `user_not_found` */
export async function getAccount(db: Db, accountId: string): Promise<queries.Account> {
  const account = await queries.findAccount(db, accountId)
  if (!account) throw new AppError("user_not_found", "This account does not exist.")
  return account
}

/** Changes an account, writes it down and tells the person's screens, in one commit with what else belongs to it. */
export async function changeAccount(
  s: Services,
  actor: Actor,
  detail: "name" | "email" | "phone" | "password" | "prefs" | "status",
  values: Parameters<typeof queries.updateAccount>[2],
  also?: (tx: Tx) => Promise<void>,
): Promise<User> {
  return transact(s.db, async (tx) => {
    const account = await queries.updateAccount(tx, actor.accountId, values)
    if (!account) throw new AppError("user_not_found", "This account does not exist.")
    await writeLog(tx, actor.accountId, "user.update", actor.visitor)
    const user = toUser(account)
    await publishAccount(tx, user, "update", detail)
    await also?.(tx)
    return user
  })
}

export function rename(s: Services, actor: Actor, name: string): Promise<User> {
  return changeAccount(s, actor, "name", { name })
}

/** Replaces the preferences as a whole; nothing is merged (contract §2.4). */
export function replacePreferences(s: Services, actor: Actor, prefs: Record<string, unknown>): Promise<User> {
  return changeAccount(s, actor, "prefs", { prefs: JSON.stringify(prefs) })
}
