import type { FastifyInstance, FastifyRequest } from "fastify"
import * as contract from "#contract/hosted/account.ts"
import { createAnonymousSession } from "#contract/hosted/account-tokens.ts"
import type { Person } from "#server/platform/caller.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { limits } from "./limits.ts"
import { signInAnonymously } from "./service.ts"
import { answerSession, clearSession, prolongCookies } from "./session-reply.ts"
import * as sessions from "./sessions.ts"
import { type Actor, visitorOf } from "./visitor.ts"

/** Who acts, from a call that only a person makes. */
export type ActorOf = (call: { caller: Person; request: FastifyRequest }) => Actor

export function sessionRoutes(app: FastifyInstance, s: Services, context: MountContext, actorOf: ActorOf): void {
  mount(
    app,
    context,
    contract.createEmailSession,
    { limits: limits.signIn },
    async ({ caller, body, request, reply }) => {
      if (caller.kind === "person") sessions.refuseSecondSession()
      return answerSession(s, request, reply, await sessions.signIn(s, body, visitorOf(s, request)))
    },
  )
  mount(
    app,
    context,
    createAnonymousSession,
    { limits: limits.signInAnonymously },
    async ({ caller, request, reply }) => {
      if (caller.kind === "person") sessions.refuseSecondSession()
      return answerSession(s, request, reply, await signInAnonymously(s, visitorOf(s, request)))
    },
  )
  mount(app, context, contract.listSessions, {}, async ({ caller }) => {
    const list = await sessions.sessionsOf(s, caller)
    return { total: list.length, sessions: list }
  })
  mount(app, context, contract.getSession, {}, ({ caller, params }) => sessions.sessionOf(s, caller, params.sessionId))
  mount(app, context, contract.extendSession, { limits: limits.extendSession }, async (call) => {
    const session = await sessions.extendSession(s, actorOf(call), call.params.sessionId)
    if (session.current) prolongCookies(s, call.request, call.reply, session)
    return session
  })
  mount(app, context, contract.deleteSession, { limits: limits.endSession }, async (call) => {
    const isOwn = await sessions.endSession(s, actorOf(call), call.params.sessionId)
    if (isOwn) clearSession(s, call.request, call.reply)
    return null
  })
  mount(app, context, contract.deleteSessions, { limits: limits.endSession }, async (call) => {
    await sessions.endAllSessions(s, actorOf(call))
    clearSession(s, call.request, call.reply)
    return null
  })
}
