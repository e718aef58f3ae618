import type { Session, User } from "#contract/account.ts"
import { messages } from "#contract/messages.ts"
import { uniqueId, wireDate } from "#contract/primitives.ts"
import { type Db, transact } from "#server/db/open.ts"
import { openCredits } from "#server/features/credits/service.ts"
import { countryOf, createProfile } from "#server/features/profiles/service.ts"
import { countryCode } from "#server/platform/countries.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { eventNames, publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import { toSession, toUser } from "./wire.ts"

/** Sessions live a year; an account has at most ten, the oldest ends first (contract §1.5). */
const sessionDays = 365
const maxSessions = 10

/**
 * Makes an account, its profile and its credits in one commit. Does not sign in.
 * @throws AppError `user_already_exists` when the id or the address is taken
 */
export async function createAccount(
  s: Services,
  wanted: { userId: string; email: string; password: string; name?: string | undefined },
): Promise<User> {
  const passwordHash = await s.passwords.hash(wanted.password)
  const id = wanted.userId === uniqueId ? newId() : wanted.userId
  const name = wanted.name?.trim() ?? ""
  const account = await transact(s.db, async (tx) => {
    if (!(await queries.insertAccount(tx, { id, email: wanted.email, name, passwordHash }))) {
      throw new AppError("user_already_exists", "An account with this e-mail address already exists. Please sign in.")
    }
    await createProfile(tx, s.config.publicUrl, { id, email: wanted.email, name })
    await openCredits(tx, id)
    const made = await mustFind(tx, id)
    await publishAccount(tx, toUser(made), "create")
    return made
  })
  return toUser(account)
}

export async function getUser(db: Db, accountId: string): Promise<User> {
  return toUser(await mustFind(db, accountId))
}

async function mustFind(db: Db, accountId: string): Promise<queries.Account> {
  const account = await queries.findAccount(db, accountId)
  if (!account) throw new AppError("user_not_found", "This account does not exist.")
  return account
}

/** Tells the person's open screens that the account changed (contract §6.3). */
export async function publishAccount(db: Db, user: User, action: "create" | "update", detail?: string): Promise<void> {
  await publish(db, {
    kind: "event",
    events: eventNames([{ kind: "users", id: user.$id }], action, detail),
    channels: ["account", `account.${user.$id}`],
    timestamp: wireDate(new Date()),
    payload: user,
    roles: [`user:${user.$id}`],
  })
}

type Change = Parameters<typeof queries.updateAccount>[2]

async function change(
  s: Services,
  accountId: string,
  detail: string,
  values: Change,
  also?: (tx: Db) => Promise<void>,
): Promise<User> {
  return transact(s.db, async (tx) => {
    const account = await queries.updateAccount(tx, accountId, values)
    if (!account) throw new AppError("user_not_found", "This account does not exist.")
    await also?.(tx)
    const user = toUser(account)
    await publishAccount(tx, user, "update", detail)
    return user
  })
}

export function rename(s: Services, accountId: string, name: string): Promise<User> {
  return change(s, accountId, "name", { name })
}

/** Replaces the preferences as a whole; nothing is merged (contract §2.4). */
export function replacePreferences(s: Services, accountId: string, prefs: Record<string, unknown>): Promise<User> {
  return change(s, accountId, "prefs", { prefs: JSON.stringify(prefs) })
}

/**
 * Changes the password and ends all other sessions (checklist 1.5 and 1.6).
 * @throws AppError `user_invalid_credentials` when the old password is wrong or missing
 */
export async function changePassword(
  s: Services,
  caller: { accountId: string; sessionId: string },
  passwords: { password: string; oldPassword?: string | undefined },
): Promise<User> {
  const stored = (await queries.findPasswordHash(s.db, caller.accountId))?.passwordHash ?? null
  if (stored !== null && !(await s.passwords.verify(stored, passwords.oldPassword ?? ""))) {
    throw new AppError("user_invalid_credentials", "The old password is not right.")
  }
  const passwordHash = await s.passwords.hash(passwords.password)
  return change(s, caller.accountId, "password", { passwordHash, passwordUpdatedAt: new Date() }, async (tx) => {
    await queries.deleteSessions(tx, caller.accountId, caller.sessionId)
    await queries.deleteTokens(tx, caller.accountId, "recovery")
    await publish(tx, {
      kind: "session-ended",
      accountId: caller.accountId,
      sessionId: null,
      exceptSessionId: caller.sessionId,
    })
  })
}

export interface Visitor {
  ip: string
  userAgent: string
  /** What the proxy's header says, when there is one. */
  country: string | null
}

export interface SignedIn {
  session: Session
  /** Goes into the cookie and nowhere else. */
  secret: string
}

/**
 * @throws AppError `user_invalid_credentials`, the same and as late for an unknown address as for a wrong password;
 * `user_blocked`
 */
export async function signIn(
  s: Services,
  credentials: { email: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const found = await queries.findCredentials(s.db, credentials.email)
  if (!(await s.passwords.verify(found?.passwordHash ?? null, credentials.password)) || !found) {
    throw new AppError("user_invalid_credentials", "The e-mail address or the password is not right.")
  }
  if (found.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  return openSession(s, { accountId: found.id, provider: "email", providerUid: credentials.email }, visitor)
}

async function openSession(
  s: Services,
  of: { accountId: string; provider: string; providerUid: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const secret = newSecret(128)
  const session = await transact(s.db, async (tx) => {
    const row = await queries.insertSession(tx, {
      ...of,
      id: newId(),
      secretHash: sha256(secret),
      ip: visitor.ip,
      userAgent: visitor.userAgent.slice(0, 500),
      countryCode: countryCode(visitor.country ?? (await countryOf(tx, of.accountId))),
      expiresAt: new Date(Date.now() + sessionDays * 86_400_000),
    })
    await queries.trimSessions(tx, of.accountId, maxSessions)
    await queries.touchAccount(tx, of.accountId)
    return row
  })
  return { session: toSession(session, session.id), secret }
}

/** The specification quotes this sentence, and the sign-in screen compares it (decision 86). */
export function refuseSecondSession(): never {
  throw new AppError("user_session_already_exists", messages.sessionActive)
}

export async function sessionsOf(s: Services, caller: { accountId: string; sessionId: string }): Promise<Session[]> {
  const rows = await queries.listLiveSessions(s.db, caller.accountId)
  return rows.map((row) => toSession(row, caller.sessionId))
}

/** @param id `current` means the session of this request */
export async function sessionOf(
  s: Services,
  caller: { accountId: string; sessionId: string },
  id: string,
): Promise<Session> {
  const row = await queries.findSession(s.db, caller.accountId, id === "current" ? caller.sessionId : id)
  if (!row) throw new AppError("user_session_not_found", "This session does not exist.")
  return toSession(row, caller.sessionId)
}

/** @returns true when it was the session of this request */
export async function endSession(
  s: Services,
  caller: { accountId: string; sessionId: string },
  id: string,
): Promise<boolean> {
  const sessionId = id === "current" ? caller.sessionId : id
  const ended = await transact(s.db, async (tx) => {
    const isGone = await queries.deleteSession(tx, caller.accountId, sessionId)
    if (isGone) await publish(tx, { kind: "session-ended", accountId: caller.accountId, sessionId })
    return isGone
  })
  if (!ended) throw new AppError("user_session_not_found", "This session does not exist.")
  return sessionId === caller.sessionId
}

export async function endAllSessions(s: Services, accountId: string): Promise<void> {
  await transact(s.db, async (tx) => {
    await queries.deleteSessions(tx, accountId)
    await publish(tx, { kind: "session-ended", accountId, sessionId: null })
  })
}
