import type { FastifyInstance } from "fastify"
import * as contract from "#contract/operations/status.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as incidents from "./service.ts"

/** What operators say on the status page. */
export function incidentRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listIncidents, { limits: [perPerson(240, 60)] }, async ({ caller, request }) => {
    operatorWith("status", caller, request.ip)
    return { data: await incidents.listIncidents(s) }
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, contract.listIncidentsCsv, files, async ({ caller, request, reply }) => {
    operatorWith("status", caller, request.ip)
    await sendCsv(reply, "status-notes.csv", incidents.incidentLines(s))
  })
  const acting = { limits: [perPerson(60, 60)] }
  registerRoute(app, context, contract.addIncident, acting, async ({ caller, body, request }) => ({
    message: "The note is on the status page.",
    data: await incidents.addIncident(s, operatorWith("status", caller, request.ip), body),
  }))
  registerRoute(app, context, contract.changeIncident, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("status", caller, request.ip)
    const data = await incidents.changeIncident(s, operator, params.incidentId, body)
    return { message: body.isOver ? "The trouble is over, and the page says so." : "The note is changed.", data }
  })
}
