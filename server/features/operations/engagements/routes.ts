import type { FastifyInstance } from "fastify"
import * as contract from "#contract/operations/engagements-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as contracts from "./service.ts"

/** Done-for-you engagements, for those whose role looks after them. */
export function engagementRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const looking = { limits: [perPerson(240, 60)] }
  const acting = { limits: [perPerson(60, 60)] }
  registerRoute(app, context, contract.listAdminEngagements, looking, async ({ caller, query, request }) => {
    operatorWith("contracts", caller, request.ip)
    const { cursor, ...filters } = query
    return contracts.listEngagements(s, filters, cursor ?? null)
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, contract.listAdminEngagementsCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("contracts", caller, request.ip)
    await sendCsv(reply, "contracts.csv", contracts.contractLines(s, query))
  })
  registerRoute(app, context, contract.addEngagement, acting, async ({ caller, body, request }) => {
    const data = await contracts.addEngagement(s, operatorWith("contracts", caller, request.ip), body)
    return { message: "The contract is written down as a lead.", data }
  })
  registerRoute(app, context, contract.changeEngagement, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("contracts", caller, request.ip)
    const data = await contracts.changeEngagement(s, operator, params.contractId, body)
    return { message: "Saved.", data }
  })
}
