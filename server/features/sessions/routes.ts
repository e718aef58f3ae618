import type { FastifyInstance } from "fastify"
import * as contract from "#contract/hosted/account.ts"
import { createJwt as createJwtCall } from "#contract/hosted/account-records.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/route-limits.ts"
import { actorOf } from "#server/platform/visitor.ts"
import type { Services } from "#server/services.ts"
import { clearSession, prolongCookies } from "./cookies.ts"
import { createJwt } from "./jwt.ts"
import * as sessions from "./service.ts"

export function sessionRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, contract.listSessions, {}, async ({ caller }) => {
    const list = await sessions.sessionsOf(s, caller)
    return { total: list.length, sessions: list }
  })
  mount(app, context, contract.getSession, {}, ({ caller, params }) => sessions.sessionOf(s, caller, params.sessionId))
  mount(app, context, contract.extendSession, { limits: [hourlyPerNetwork(10)] }, async (call) => {
    const session = await sessions.extendSession(s, actorOf(s, call), call.params.sessionId)
    if (session.current) prolongCookies(s, call.request, call.reply, session)
    return session
  })
  mount(app, context, contract.deleteSession, { limits: [hourlyPerNetwork(100)] }, async (call) => {
    const isOwn = await sessions.endSession(s, actorOf(s, call), call.params.sessionId)
    if (isOwn) clearSession(s, call.request, call.reply)
    return null
  })
  mount(app, context, contract.deleteSessions, { limits: [hourlyPerNetwork(100)] }, async (call) => {
    await sessions.endAllSessions(s, actorOf(s, call))
    clearSession(s, call.request, call.reply)
    return null
  })
  mount(app, context, createJwtCall, { limits: [hourlyPerPerson(100)] }, async ({ caller, body }) => ({
    jwt: await createJwt(s, caller, body.duration),
  }))
}
