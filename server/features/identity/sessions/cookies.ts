import type { FastifyReply, FastifyRequest } from "fastify"
import type { Session } from "#contract/identity/account.ts"
import { projectId } from "#contract/project.ts"
import type { Services } from "#server/declarations/services.ts"
import { cookieNames, decodeSession, encodeSession, fallbackMarker } from "./cookie-value.ts"
import { deviceCookie, deviceDays, markDevice, readDevice } from "./known-device.ts"
import type { SignedIn } from "./service.ts"

/**
 * Sets both cookies and the fallback header, which by default carries no secret.
 * @returns the session as the caller may see it: a server key is shown the secret
 */
export function answerSession(
  s: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, secret }: SignedIn,
): Session {
  const value = encodeSession({ accountId: session.userId, secret })
  const expires = new Date(session.expire)
  for (const name of cookieNames) reply.setCookie(name, value, { ...cookieAttributes(s, request), expires })
  keepDevice(s, request, reply, session.userId)
  const shown = s.config.sessionFallback === "secret" ? value : fallbackMarker
  reply.header("x-fallback-cookies", JSON.stringify({ [`a_session_${projectId}`]: shown }))
  return request.caller.kind === "key" ? { ...session, secret: value } : session
}

/** Remembers that somebody signed in to this account here; it stays when they sign out. */
function keepDevice(s: Services, request: FastifyRequest, reply: FastifyReply, accountId: string): void {
  if (deviceOf(s, request, accountId) !== null) return
  const attributes = { ...cookieAttributes(s, request), path: devicePath, maxAge: deviceDays * 86_400 }
  reply.setCookie(deviceCookie, markDevice(s.tokenKey, accountId), attributes)
}

/** @returns the device's id where this account signed in on it before, else null */
export function deviceOf(s: Services, request: FastifyRequest, accountId: string): string | null {
  return readDevice(s.tokenKey, accountId, request.cookies[deviceCookie])
}

/** Lets the cookies of this request live as long as their session, which was extended. */
export function prolongCookies(s: Services, request: FastifyRequest, reply: FastifyReply, session: Session): void {
  const expires = new Date(session.expire)
  for (const name of cookieNames) {
    const value = request.cookies[name]
    if (value && decodeSession(value)?.accountId === session.userId)
      reply.setCookie(name, value, { ...cookieAttributes(s, request), expires })
  }
}

export function clearSession(s: Services, request: FastifyRequest, reply: FastifyReply): void {
  for (const name of cookieNames) reply.clearCookie(name, cookieAttributes(s, request))
  reply.header("x-fallback-cookies", "[]")
}

/** The mark of a known device goes to sign-in calls only. */
const devicePath = "/v1/account/sessions"

/** A front end on another site needs a cookie that crosses sites; browsers take that on https only. */
function cookieAttributes(s: Services, request: FastifyRequest) {
  const isSecure = request.protocol === "https" || s.config.publicUrl.startsWith("https:")
  const isCrossSite = s.config.sessionFallback === "secret" && isSecure
  return { path: "/", httpOnly: true, secure: isSecure, sameSite: isCrossSite ? "none" : "lax" } as const
}
