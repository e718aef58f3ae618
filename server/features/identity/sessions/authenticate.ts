import { timingSafeEqual } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { operatorHours } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Authenticate, Caller, Person } from "#server/platform/http/caller.ts"
import { sha256 } from "#server/platform/ids.ts"
import { createBatch } from "#server/platform/limits/batch.ts"
import { cookieNames, decodeSession, readFallback, type SessionValue } from "./cookie-value.ts"
import { jwtKey, readJwt } from "./jwt.ts"
import { findLiveSession, findSessionsBySecret, type LiveSession } from "./queries.ts"
import { accountsRead } from "./service.ts"

const guest: Caller = { kind: "guest" }

/**
 * Finds the caller: cookie, second cookie, session header, and the fallback header where it may sign in. The first
 * live one counts; a dead one is passed over. A token of a session counts before all of them.
 * @throws AppError `user_jwt_invalid`, `general_unauthorized_scope` for a wrong key, `user_key_and_session_set`
 */
export function createAuthenticate(s: Pick<Services, "db" | "config" | "tokenKey">): Authenticate {
  const isFactorRequired = s.config.operatorSecondFactor === "required"
  const keyHash = s.config.apiKey ? sha256(s.config.apiKey) : null
  const signingKey = jwtKey(s.tokenKey)
  const findBySecret = sessionFinder(s.db)
  return async (request) => {
    const values = candidates(request, s.config.sessionFallback === "secret")
    const key = headerText(request, "x-appwrite-key")
    const jwt = headerText(request, "x-appwrite-jwt")
    if (key !== undefined) {
      if (values.length > 0 || jwt !== undefined) {
        throw new AppError("user_key_and_session_set", "Send a key or a session, not both.")
      }
      if (keyHash === null || !timingSafeEqual(sha256(key), keyHash)) {
        throw new AppError("general_unauthorized_scope", "The key is not right.")
      }
      return { kind: "key" }
    }
    if (jwt !== undefined) return callerOfJwt(s.db, jwt, signingKey, isFactorRequired)
    let half: Caller = guest
    for (const value of values) {
      const session = await findBySecret(value)
      if (!session) continue
      const caller = callerOf(session, isFactorRequired)
      if (caller.kind === "person") return caller
      half = caller
    }
    return half
  }
}

/** Many requests that arrive together ask for their sessions in one query. */
function sessionFinder(db: Db): (value: SessionValue) => Promise<LiveSession | undefined> {
  const find = createBatch(async (secretHashes: readonly Buffer[]) => {
    const found = await findSessionsBySecret(db, secretHashes)
    return secretHashes.map((hash) => found.find((session) => session.secretHash.equals(hash)))
  })
  return async ({ accountId, secret }) => {
    const session = await find(sha256(secret))
    return session?.id === accountId ? session : undefined
  }
}

/** A person, or a guest while the account's second factor was not given in this session. */
function callerOf(session: LiveSession, isFactorRequired: boolean): Caller {
  const person = personOf(session, isFactorRequired)
  const isWhole = session.secondFactorAt === null || session.factorAt !== null
  return isWhole ? person : { kind: "guest", awaitsFactor: Object.assign(person, { isHalfSignedIn: true as const }) }
}

function personOf(session: LiveSession, isFactorRequired: boolean): Person {
  const lacksFactor = isFactorRequired && session.operatorRole !== null && session.secondFactorAt === null
  const person: Person = {
    kind: "person",
    accountId: session.id,
    sessionId: session.sessionId,
    isVerified: session.isEmailVerified || session.isPhoneVerified,
    isAnonymous: session.sessionProvider === "anonymous" && session.email === null && session.phone === null,
    countryCode: session.countryCode,
    operatorRole: lacksFactor ? null : session.operatorRole,
    ...(lacksFactor ? { lacksFactor } : {}),
    ...(session.publishing === "blocked" ? { isKeptFromPublishing: true } : {}),
    provedAt: session.provedAt.getTime(),
    operatorUntil: session.signedInAt.getTime() + operatorHours * 3_600_000,
    expiresAt: session.expiresAt.getTime(),
  }
  accountsRead.set(person, session)
  return person
}

async function callerOfJwt(db: Db, jwt: string, key: Buffer, isFactorRequired: boolean): Promise<Caller> {
  const { userId, sessionId, exp } = await readJwt(jwt, key)
  const session = await findLiveSession(db, userId, sessionId)
  const caller = session ? callerOf(session, isFactorRequired) : guest
  if (caller.kind !== "person") return guest
  return Object.assign(caller, { isByJwt: true, expiresAt: Math.min(caller.expiresAt, exp * 1000) })
}

function candidates(request: Pick<FastifyRequest, "headers" | "cookies">, isFallbackTrusted: boolean): SessionValue[] {
  const texts = [
    ...cookieNames.map((name) => request.cookies[name]),
    headerText(request, "x-appwrite-session"),
    isFallbackTrusted ? readFallback(headerText(request, "x-fallback-cookies")) : undefined,
  ]
  return texts.flatMap((text) => decodeSession(text) ?? [])
}

function headerText(request: Pick<FastifyRequest, "headers" | "cookies">, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === "string" && value !== "" ? value : undefined
}
