import type { FastifyInstance } from "fastify"
import * as contract from "#contract/identity/account.ts"
import { createJwt as createJwtCall } from "#contract/identity/account-records.ts"
import type { Services } from "#server/declarations/services.ts"
import { moreFactorsRequired } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { actorOf } from "#server/platform/http/visitor.ts"
import { clearSession, prolongCookies } from "./cookies.ts"
import { createJwt } from "./jwt.ts"
import * as sessions from "./service.ts"

/** @throws AppError `user_more_factors_required` for other sessions than this, while it awaits its second factor */
function ownOnly({ isHalfSignedIn, sessionId }: Person, id: string): string {
  if (isHalfSignedIn && id !== "current" && id !== sessionId) throw moreFactorsRequired()
  return id
}

export function sessionRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listSessions, {}, async ({ caller }) => {
    const list = await sessions.sessionsOf(s, caller)
    return { total: list.length, sessions: list }
  })
  registerRoute(app, context, contract.getSession, {}, ({ caller, params }) =>
    sessions.sessionOf(s, caller, ownOnly(caller, params.sessionId)),
  )
  registerRoute(app, context, contract.extendSession, { limits: [hourlyPerNetwork(10)] }, async (call) => {
    const session = await sessions.extendSession(s, actorOf(s, call), call.params.sessionId)
    if (session.current) prolongCookies(s, call.request, call.reply, session)
    return session
  })
  registerRoute(app, context, contract.deleteSession, { limits: [hourlyPerNetwork(100)] }, async (call) => {
    const isOwn = await sessions.endSession(s, actorOf(s, call), ownOnly(call.caller, call.params.sessionId))
    if (isOwn) clearSession(s, call.request, call.reply)
    return null
  })
  registerRoute(app, context, contract.deleteSessions, { limits: [hourlyPerNetwork(100)] }, async (call) => {
    await sessions.endAllSessions(s, actorOf(s, call))
    clearSession(s, call.request, call.reply)
    return null
  })
  registerRoute(app, context, createJwtCall, { limits: [hourlyPerPerson(100)] }, async ({ caller, body }) => ({
    jwt: await createJwt(s, caller, body.duration),
  }))
}
