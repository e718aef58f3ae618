import { timingSafeEqual } from "node:crypto"
import type { FastifyRequest } from "fastify"
import type { Db } from "#server/db/open.ts"
import type { Authenticate, Caller } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import { sha256 } from "#server/platform/ids.ts"
import type { Services } from "#server/services.ts"
import { findLiveSession } from "./queries.ts"
import { cookieNames, decodeSession, readFallback, type SessionValue } from "./session-cookie.ts"

const guest: Caller = { kind: "guest" }

/**
 * Finds the caller: cookie, second cookie, session header, and the fallback header where it may sign in. The first
 * live one counts; a dead one is passed over (contract §1.5).
 */
export function createAuthenticate(s: Pick<Services, "db" | "config">): Authenticate {
  const keyHash = s.config.apiKey ? sha256(s.config.apiKey) : null
  return async (request) => {
    const values = candidates(request, s.config.sessionFallback === "secret")
    const key = headerText(request, "x-appwrite-key")
    if (key !== undefined) {
      if (values.length > 0) throw new AppError("user_key_and_session_set", "Send a key or a session, not both.")
      if (keyHash === null || !timingSafeEqual(sha256(key), keyHash)) {
        throw new AppError("general_unauthorized_scope", "The key is not right.")
      }
      return { kind: "key" }
    }
    for (const value of values) {
      const caller = await callerOf(s.db, value)
      if (caller) return caller
    }
    return guest
  }
}

/** @returns the person behind a session value, null when it is not or no longer a live session */
export async function callerOf(db: Db, value: SessionValue): Promise<Caller | null> {
  const found = await findLiveSession(db, value.accountId, sha256(value.secret))
  if (!found) return null
  return {
    kind: "person",
    accountId: value.accountId,
    sessionId: found.sessionId,
    isVerified: found.isEmailVerified || found.isPhoneVerified,
    countryCode: found.countryCode,
  }
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
