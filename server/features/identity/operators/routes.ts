import type { FastifyInstance } from "fastify"
import * as contract from "#contract/identity/operators.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import { claimOwnership, operatorWith, ownRoleOf } from "./service.ts"
import * as team from "./team.ts"

export function operatorRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const perIp = hourlyPerNetwork(10)
  registerRoute(app, context, contract.claimOperator, { limits: [perIp] }, async ({ caller, body, request }) => {
    const role = await claimOwnership(s.db, { accountId: caller.accountId, ip: request.ip }, body.token)
    s.log.info({ accountId: caller.accountId, role }, "operator made")
    return { data: { role } }
  })
  registerRoute(app, context, contract.getOwnRole, {}, async ({ caller }) => ({ data: await ownRoleOf(s, caller) }))
  teamRoutes(app, s, context)
}

/** Who has a role, and appointing by invitation. */
function teamRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const acting = { limits: [perPerson(60, 60)] }
  registerRoute(app, context, contract.listTeam, acting, async ({ caller, request }) => {
    operatorWith("team.see", caller, request.ip)
    return { data: await team.listTeam(s) }
  })
  registerRoute(
    app,
    context,
    contract.listTeamCsv,
    { limits: [perPerson(20, 600)] },
    async ({ caller, request, reply }) => {
      operatorWith("team.see", caller, request.ip)
      await sendCsv(reply, "team.csv", team.teamLines(s))
    },
  )
  registerRoute(app, context, contract.listInvitations, acting, async ({ caller, request }) => {
    operatorWith("team.see", caller, request.ip)
    return { data: await team.listInvitations(s) }
  })
  registerRoute(app, context, contract.renewInvitation, acting, async ({ caller, params, request }) => {
    const url = await team.renewInvitation(s, operatorWith("team", caller, request.ip), params.invitationId)
    return { message: "This is the link now. The one before ended.", data: { url } }
  })
  registerRoute(app, context, contract.mailInvitation, acting, async ({ caller, params, request }) => {
    await team.mailInvitation(s, operatorWith("team", caller, request.ip), params.invitationId)
    return { message: "The invitation is on its way again. The link before ends with it." }
  })
  registerRoute(app, context, contract.endInvitation, acting, async ({ caller, params, request }) => {
    await team.endInvitation(s, operatorWith("team", caller, request.ip), params.invitationId)
    return { message: "The invitation is ended." }
  })
  registerRoute(app, context, contract.inviteToTeam, acting, async ({ caller, body, request }) => {
    const url = await team.invite(s, operatorWith("team", caller, request.ip), body)
    const message = url === "" ? "The invitation is on its way." : "Give this link to the person. It works once."
    return { message, data: { url } }
  })
  registerRoute(app, context, contract.changeTeamRole, acting, async ({ caller, params, body, request }) => {
    await team.changeRole(s, operatorWith("team", caller, request.ip), params.memberId, body)
    return { message: `The role is ${body.role} now.` }
  })
  registerRoute(app, context, contract.removeFromTeam, acting, async ({ caller, params, body, request }) => {
    await team.remove(s, operatorWith("team", caller, request.ip), params.memberId, body)
    return { message: "The role is taken." }
  })
}
