import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as contract from "#contract/account.ts"
import { projectId } from "#contract/project.ts"
import { getSessionInfo } from "#contract/session-info.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import * as links from "./mail-links.ts"
import * as accounts from "./service.ts"
import { cookieNames, encodeSession, fallbackMarker } from "./session-cookie.ts"

const hour = 3_600

const perIp = (max: number): RouteLimit => ({ max, windowSeconds: hour, by: ({ ip }) => `ip:${ip}` })
const perPerson = (max: number): RouteLimit => ({
  max,
  windowSeconds: hour,
  by: ({ caller }) => (caller.kind === "person" ? `account:${caller.accountId}` : null),
})
const perField = (max: number, field: string): RouteLimit => ({
  max,
  windowSeconds: hour,
  by: ({ body }) => (typeof body[field] === "string" ? `${field}:${body[field].trim().toLowerCase()}` : null),
})

/** Limits per hour: contract §1.7, with a network limit against trying one password on many addresses (checklist 1.12). */
const limits = {
  createAccount: [perIp(10)],
  signIn: [perField(10, "email"), perIp(100)],
  changePassword: [perIp(10)],
  endSession: [perIp(100)],
  requestVerification: [perPerson(10)],
  requestRecovery: [perField(10, "email"), perIp(10)],
  confirm: [perField(10, "userId")],
} satisfies Record<string, RouteLimit[]>

export function accountRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, contract.createAccount, { limits: limits.createAccount }, ({ body }) =>
    accounts.createAccount(s, body),
  )
  mount(app, context, contract.getAccount, {}, ({ caller }) => accounts.getUser(s.db, caller.accountId))
  mount(app, context, contract.updateAccountName, {}, ({ caller, body }) =>
    accounts.rename(s, caller.accountId, body.name),
  )
  mount(app, context, contract.updateAccountPassword, { limits: limits.changePassword }, ({ caller, body }) =>
    accounts.changePassword(s, caller, body),
  )
  mount(
    app,
    context,
    contract.getPreferences,
    {},
    async ({ caller }) => (await accounts.getUser(s.db, caller.accountId)).prefs,
  )
  mount(app, context, contract.updatePreferences, {}, ({ caller, body }) =>
    accounts.replacePreferences(s, caller.accountId, body.prefs),
  )
  mountSessions(app, s, context)
  mountLinks(app, s, context)
  mount(app, context, getSessionInfo, {}, async () => ({ data: { isMailCaptured: s.mailer.kind === "captured" } }))
}

function mountSessions(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(
    app,
    context,
    contract.createEmailSession,
    { limits: limits.signIn },
    async ({ caller, body, request, reply }) => {
      if (caller.kind === "person") accounts.refuseSecondSession()
      const header = s.config.countryHeader ? request.headers[s.config.countryHeader] : undefined
      const { session, secret } = await accounts.signIn(s, body, {
        ip: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
        country: typeof header === "string" ? header : null,
      })
      writeSession(s, request, reply, { accountId: session.userId, secret, expires: new Date(session.expire) })
      return session
    },
  )
  mount(app, context, contract.listSessions, {}, async ({ caller }) => {
    const sessions = await accounts.sessionsOf(s, caller)
    return { total: sessions.length, sessions }
  })
  mount(app, context, contract.getSession, {}, ({ caller, params }) => accounts.sessionOf(s, caller, params.sessionId))
  mount(
    app,
    context,
    contract.deleteSession,
    { limits: limits.endSession },
    async ({ caller, params, request, reply }) => {
      if (await accounts.endSession(s, caller, params.sessionId)) clearSession(s, request, reply)
      return null
    },
  )
  mount(app, context, contract.deleteSessions, { limits: limits.endSession }, async ({ caller, request, reply }) => {
    await accounts.endAllSessions(s, caller.accountId)
    clearSession(s, request, reply)
    return null
  })
}

function mountLinks(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, contract.createVerification, { limits: limits.requestVerification }, ({ caller, body }) =>
    links.requestVerification(s, caller.accountId, body.url),
  )
  mount(app, context, contract.confirmVerification, { limits: limits.confirm }, ({ body }) =>
    links.confirmAddress(s, body),
  )
  mount(app, context, contract.createRecovery, { limits: limits.requestRecovery }, ({ body }) =>
    links.requestRecovery(s, body.email, body.url),
  )
  mount(app, context, contract.confirmRecovery, { limits: limits.confirm }, ({ body }) =>
    links.confirmRecovery(s, body),
  )
}

interface NewCookie {
  accountId: string
  secret: string
  expires: Date
}

/** Sets both cookies and the fallback header, which by default carries no secret (decision 91). */
function writeSession(s: Services, request: FastifyRequest, reply: FastifyReply, session: NewCookie): void {
  const value = encodeSession(session)
  for (const name of cookieNames)
    reply.setCookie(name, value, { ...cookieAttributes(s, request), expires: session.expires })
  const shown = s.config.sessionFallback === "secret" ? value : fallbackMarker
  reply.header("x-fallback-cookies", JSON.stringify({ [`a_session_${projectId}`]: shown }))
}

function clearSession(s: Services, request: FastifyRequest, reply: FastifyReply): void {
  for (const name of cookieNames) reply.clearCookie(name, cookieAttributes(s, request))
  reply.header("x-fallback-cookies", "[]")
}

/** A front end on another site needs a cookie that crosses sites; browsers take that on https only. */
function cookieAttributes(s: Services, request: FastifyRequest) {
  const isSecure = request.protocol === "https"
  const isCrossSite = s.config.sessionFallback === "secret" && isSecure
  return { path: "/", httpOnly: true, secure: isSecure, sameSite: isCrossSite ? "none" : "lax" } as const
}
