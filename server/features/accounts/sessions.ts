import type { Session } from "#contract/hosted/account.ts"
import { messages } from "#contract/messages.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import { countryOf } from "#server/features/profiles/service.ts"
import { countryCode } from "#server/platform/countries.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { publish } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import { publishSession } from "./events.ts"
import { writeLog } from "./logs.ts"
import { findCredentials, touchAccount } from "./queries.ts"
import * as queries from "./session-queries.ts"
import type { Actor, Visitor } from "./visitor.ts"
import { toSession } from "./wire.ts"

/** Sessions live a year; an account has at most ten, the oldest ends first (contract §1.5). */
const sessionDays = 365
const maxSessions = 10

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
  const found = await findCredentials(s.db, "email", credentials.email)
  if (!(await s.passwords.verify(found?.passwordHash ?? null, credentials.password)) || !found) {
    throw new AppError("user_invalid_credentials", "The e-mail address or the password is not right.")
  }
  if (found.isBlocked) throw new AppError("user_blocked", "This account is blocked.")
  const owner = { accountId: found.id, provider: "email", providerUid: credentials.email }
  return transact(s.db, (tx) => openSession(tx, owner, visitor))
}

/** Makes a session with a secret of its own, and ends the oldest beyond the tenth. */
export async function openSession(
  tx: Tx,
  of: { accountId: string; provider: string; providerUid: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const secret = newSecret(128)
  const country = countryCode(visitor.country ?? (await countryOf(tx, of.accountId)))
  const row = await queries.insertSession(tx, {
    ...of,
    id: newId(),
    secretHash: sha256(secret),
    ip: visitor.ip,
    userAgent: visitor.userAgent,
    countryCode: country,
    expiresAt: nextExpiry(),
  })
  await announceEnded(tx, await queries.trimSessions(tx, of.accountId, maxSessions))
  await touchAccount(tx, of.accountId)
  await writeLog(tx, of.accountId, "session.create", { ...visitor, country })
  const session = toSession(row, row.id)
  await publishSession(tx, session, "create")
  return { session, secret }
}

function nextExpiry(): Date {
  return new Date(Date.now() + sessionDays * 86_400_000)
}

/** Tells the account's screens which sessions ended, and takes from those sessions what they had open. */
async function announceEnded(tx: Db, rows: readonly queries.SessionRow[]): Promise<void> {
  for (const row of rows) await publishSession(tx, toSession(row, null), "delete")
  for (const { accountId, id } of rows) await publish(tx, { kind: "session-ended", accountId, sessionId: id })
}

/** Ends all sessions of an account, or all but one, within a larger change. */
export async function endSessions(tx: Db, accountId: string, exceptId?: string): Promise<void> {
  await announceEnded(tx, await queries.deleteSessions(tx, accountId, exceptId))
}

/** Ends the sessions that an identity opened, but for one, within a larger change. */
export async function endSessionsOf(
  tx: Db,
  accountId: string,
  identity: { provider: string; providerUid: string },
  exceptId: string,
): Promise<void> {
  await announceEnded(tx, await queries.deleteSessionsOf(tx, accountId, identity, exceptId))
}

/** Ends one session, if it still lives, within a larger change. */
export async function endOneSession(tx: Db, accountId: string, id: string): Promise<void> {
  const row = await queries.deleteSession(tx, accountId, id)
  if (row) await announceEnded(tx, [row])
}

/** The specification quotes this sentence, and the sign-in screen compares it (decision 86). */
export function refuseSecondSession(): never {
  throw new AppError("user_session_already_exists", messages.sessionActive)
}

type Owner = Pick<Actor, "accountId" | "sessionId">

export async function sessionsOf(s: Services, caller: Owner): Promise<Session[]> {
  const rows = await queries.listLiveSessions(s.db, caller.accountId)
  return rows.map((row) => toSession(row, caller.sessionId))
}

/** @param id `current` means the session of this request */
export async function sessionOf(s: Services, caller: Owner, id: string): Promise<Session> {
  const row = await queries.findSession(s.db, caller.accountId, idOf(caller, id))
  if (!row) throw unknownSession()
  return toSession(row, caller.sessionId)
}

/** Lets a session live a year from now. @throws AppError `user_session_not_found` */
export async function extendSession(s: Services, actor: Actor, id: string): Promise<Session> {
  const session = await transact(s.db, async (tx) => {
    const row = await queries.extendSession(tx, actor.accountId, idOf(actor, id), nextExpiry())
    if (!row) return null
    await writeLog(tx, actor.accountId, "session.update", actor.visitor)
    const extended = toSession(row, actor.sessionId)
    await publishSession(tx, extended, "update")
    await publish(tx, {
      kind: "session-extended",
      accountId: row.accountId,
      sessionId: row.id,
      expiresAt: row.expiresAt.getTime(),
    })
    return extended
  })
  if (!session) throw unknownSession()
  return session
}

/** @returns true when it was the session of this request */
export async function endSession(s: Services, actor: Actor, id: string): Promise<boolean> {
  const sessionId = idOf(actor, id)
  await transact(s.db, async (tx) => {
    const row = await queries.deleteSession(tx, actor.accountId, sessionId)
    if (!row) throw unknownSession()
    await writeLog(tx, actor.accountId, "session.delete", actor.visitor)
    await announceEnded(tx, [row])
  })
  return sessionId === actor.sessionId
}

export async function endAllSessions(s: Services, actor: Actor): Promise<void> {
  await transact(s.db, async (tx) => {
    await writeLog(tx, actor.accountId, "session.delete", actor.visitor)
    await endSessions(tx, actor.accountId)
  })
}

function idOf(caller: Owner, id: string): string {
  return id === "current" ? caller.sessionId : id
}

function unknownSession(): AppError {
  return new AppError("user_session_not_found", "This session does not exist.")
}
