import type { Session } from "#contract/identity/account.ts"
import { messages } from "#contract/messages.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Account } from "#server/db/tables/accounts.ts"
import type { Services } from "#server/declarations/services.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { countryOf } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { isFreshProof, type Person } from "#server/platform/http/caller.ts"
import { describeDevice } from "#server/platform/http/device.ts"
import type { Actor, Visitor } from "#server/platform/http/visitor.ts"
import { newId, newSecret, sha256 } from "#server/platform/ids.ts"
import { eventNames, publish, publishToOwner } from "#server/platform/realtime/realtime.ts"
import { countryCode, countryName } from "#server/platform/text/countries.ts"
import * as queries from "./queries.ts"

/** How long a session lives from signing in, or from when it was asked to go on, in days. */
export const sessionDays = 365

/** Most sessions of one account: the oldest ends first. */
export const maxSessions = 10

/** How long a session waits for its second factor, in minutes. */
export const waitingMinutes = 60

/** What a caller's own query read of the account; it is as old as the request. */
export const accountsRead = new WeakMap<Person, Account>()

/** The caller's account without a further query; undefined for callers that did not come with this request. */
export function accountOf(caller: Person): Account | undefined {
  return accountsRead.get(caller)
}

export interface SignedIn {
  session: Session
  /** Goes into the cookie and nowhere else. */
  secret: string
}

/**
 * Makes a session with a secret of its own, and ends the oldest beyond the tenth. Where the account has a second
 * factor, it waits for that: who knows only the password pushes no other session out.
 * @param isWhole the way in is the second factor as well
 */
export async function openSession(
  tx: Tx,
  of: { accountId: string; provider: string; providerUid: string },
  visitor: Visitor,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<SignedIn> {
  const hasFactor = Boolean((await queries.lockAccount(tx, of.accountId))?.secondFactorAt)
  const awaitsFactor = hasFactor && !isWhole
  const secret = newSecret(128)
  const country = countryCode(visitor.country ?? (await countryOf(tx, of.accountId)))
  const row = await queries.insertSession(tx, {
    ...of,
    id: newId(),
    secretHash: sha256(secret),
    ip: visitor.ip,
    userAgent: visitor.userAgent,
    countryCode: country,
    expiresAt: awaitsFactor ? new Date(Date.now() + waitingMinutes * 60_000) : nextExpiry(),
    factorAt: isWhole ? new Date() : null,
  })
  const kind = awaitsFactor ? "without factor" : hasFactor ? "with factor" : "all"
  await announceEnded(tx, await queries.trimSessions(tx, of.accountId, maxSessions, kind))
  await queries.touchAccount(tx, of.accountId)
  await writeLog(tx, of.accountId, "session.create", { ...visitor, country })
  const session = toSession(row, row.id)
  await publishSession(tx, session, "create")
  return { session, secret }
}

/**
 * The second factor was given in a session, for the first time or once more.
 * @param session locked by this transaction
 */
export async function passFactor(tx: Tx, session: queries.SessionRow): Promise<Session> {
  const { id, accountId, factorAt } = session
  const row = await queries.markProved(tx, id, { factor: true, expiresAt: factorAt ? undefined : nextExpiry() })
  await announceEnded(tx, await queries.trimSessions(tx, accountId, maxSessions, "with factor"))
  const passed = toSession(row, id)
  await publishSession(tx, passed, "update")
  return passed
}

/** The password was given once more in a session. */
export async function markProved(tx: Tx, sessionId: string): Promise<void> {
  await queries.markProved(tx, sessionId, { factor: false })
}

function nextExpiry(): Date {
  return new Date(Date.now() + sessionDays * 86_400_000)
}

/** Tells the account's screens which sessions ended, and takes from those sessions what they had open. */
async function announceEnded(tx: Db, rows: readonly queries.SessionRow[]): Promise<void> {
  for (const row of rows) await publishSession(tx, toSession(row, null), "delete")
  for (const { accountId, id } of rows) await publish(tx, { kind: "session-ended", accountId, sessionId: id })
}

/** Ends all sessions of an account, or all but one, within a larger change. @returns how many there were */
export async function endSessions(tx: Db, accountId: string, exceptId?: string): Promise<number> {
  const ended = await queries.deleteSessions(tx, accountId, exceptId)
  await announceEnded(tx, ended)
  return ended.length
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

/** The sign-in screen compares this sentence. */
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

/**
 * @returns true when it was the session of this request
 * @throws AppError `user_session_not_found`; `user_unauthorized` for a token, which ends no session but its own
 */
export async function endSession(s: Services, actor: Actor, id: string): Promise<boolean> {
  const sessionId = idOf(actor, id)
  if (sessionId !== actor.sessionId) refuseJwt(actor)
  await transact(s.db, async (tx) => {
    const row = await queries.deleteSession(tx, actor.accountId, sessionId)
    if (!row) throw unknownSession()
    await writeLog(tx, actor.accountId, "session.delete", actor.visitor)
    await announceEnded(tx, [row])
  })
  return sessionId === actor.sessionId
}

/**
 * Ends all sessions, this one too.
 * @throws AppError `user_unauthorized` for a token; `proof_required` where nobody proved a moment ago who they are
 */
export async function endAllSessions(s: Services, actor: Actor): Promise<void> {
  refuseJwt(actor)
  await transact(s.db, async (tx) => {
    const session = await queries.lockSession(tx, actor.accountId, actor.sessionId)
    // Nobody can prove again who has an anonymous account.
    if (session && session.provider !== "anonymous" && !isFreshProof(session.provedAt.getTime())) throw proofRequired()
    await writeLog(tx, actor.accountId, "session.delete", actor.visitor)
    await endSessions(tx, actor.accountId)
  })
}

/** @throws AppError `user_unauthorized` for a caller with a token: a copied one must not take an account over */
export function refuseJwt({ isByJwt }: { isByJwt?: boolean | undefined }): void {
  if (isByJwt) throw new AppError("user_unauthorized", "A token is not enough for this. Please sign in.")
}

/** What somebody is told who has to prove once more who they are. */
export function proofRequired(): AppError {
  return new AppError("proof_required", "To be sure it is you, give your password or code once more.")
}

function idOf(caller: Owner, id: string): string {
  return id === "current" ? caller.sessionId : id
}

function unknownSession(): AppError {
  return new AppError("user_session_not_found", "This session does not exist.")
}

/** A live session of the account; undefined for one that ended. */
export function findLiveSession(db: Db, accountId: string, sessionId: string) {
  return queries.findLiveSession(db, accountId, sessionId)
}

/** The session as stored, kept from ending until the transaction does; undefined for one that ended. */
export function lockSession(tx: Tx, accountId: string, sessionId: string) {
  return queries.lockSession(tx, accountId, sessionId)
}

/** Removes expired sessions. */
export async function sweepSessions(db: Db): Promise<void> {
  await queries.deleteExpiredSessions(db)
}

/** The session as its owner reads it elsewhere, so it is never the current one. */
async function publishSession(db: Db, session: Session, action: "create" | "update" | "delete"): Promise<void> {
  const { userId, $id } = session
  const path = [
    { kind: "users", id: userId },
    { kind: "sessions", id: $id },
  ]
  await publishToOwner(db, userId, eventNames(path, action), { ...session, current: false })
}

/** What proved the person, by the way they signed in. */
const factors: Readonly<Record<string, string>> = {
  email: "password",
  anonymous: "anonymous",
  "magic-url": "email",
  phone: "phone",
  token: "email",
  passkey: "passkey",
}

function toSession(session: queries.SessionRow, currentId: string | null): Session {
  return {
    $id: session.id,
    $createdAt: serialiseDate(session.createdAt),
    $updatedAt: serialiseDate(session.updatedAt),
    userId: session.accountId,
    expire: serialiseDate(session.expiresAt),
    provider: session.provider,
    providerUid: session.providerUid,
    providerAccessToken: "",
    providerAccessTokenExpiry: "",
    providerRefreshToken: "",
    ip: session.ip,
    ...describeDevice(session.userAgent),
    countryCode: session.countryCode,
    countryName: countryName(session.countryCode),
    current: session.id === currentId,
    factors: [
      factors[session.provider] ?? "oauth2",
      ...(session.factorAt && session.provider !== "passkey" ? ["totp"] : []),
    ],
    secret: "",
    mfaUpdatedAt: serialiseDate(session.factorAt),
  }
}
