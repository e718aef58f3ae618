import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as contract from "#contract/money/referrals.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { claimInvitation, ownReferral, worthOf } from "./service.ts"

/** Marks a browser in which an invitation was made or taken. Says nothing else. */
const inviteCookie = "aworan_invite"

/** Days for which a browser is known. */
const browserDays = 365

/** A person's invitation, and taking one. */
export function referralRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const mark = (request: FastifyRequest, reply: FastifyReply) =>
    reply.setCookie(inviteCookie, "1", {
      path: "/referral",
      httpOnly: true,
      sameSite: "lax",
      maxAge: browserDays * 86_400,
      secure: request.protocol === "https" || s.config.publicUrl.startsWith("https:"),
    })

  registerRoute(app, context, contract.getOwnReferral, {}, async ({ caller, request, reply }) => {
    const data = await ownReferral(s, caller.accountId)
    if (data.link !== null) mark(request, reply)
    return { data }
  })
  const isKnown = (request: FastifyRequest): boolean => request.cookies[inviteCookie] !== undefined

  registerRoute(
    app,
    context,
    contract.getInvitation,
    { limits: [hourlyPerNetwork(120)] },
    async ({ query, request }) => ({
      // Nothing is promised where nothing would be given.
      data: { credits: isKnown(request) ? null : await worthOf(s, query.code) },
    }),
  )
  const limits = [hourlyPerPerson(10), hourlyPerNetwork(60)]
  registerRoute(app, context, contract.claimInvitation, { limits }, async ({ caller, body, request, reply }) => {
    const given = { accountId: caller.accountId, code: body.code, ip: request.ip, isKnownBrowser: isKnown(request) }
    const isTaken = await claimInvitation(s, given)
    if (isTaken) mark(request, reply)
    return { data: { isTaken } }
  })
}
