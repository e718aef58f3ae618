import type { FastifyInstance } from "fastify"
import * as contract from "#contract/operations/messages-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as office from "./admin.ts"

/** Everybody's messages, for those whose role answers people. */
export function messageAdminRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(
    app,
    context,
    contract.listAdminMessages,
    { limits: [perPerson(240, 60)] },
    async ({ caller, query, request }) => {
      operatorWith("messages", caller, request.ip)
      const { cursor, ...filters } = query
      return office.listMessages(s, filters, cursor ?? null)
    },
  )
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, contract.listAdminMessagesCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("messages", caller, request.ip)
    await sendCsv(reply, "messages.csv", office.messageLines(s, query))
  })
  const acting = { limits: [perPerson(60, 60)] }
  registerRoute(app, context, contract.markMessages, acting, async ({ caller, body, request }) => {
    const data = await office.markMessages(s, operatorWith("messages", caller, request.ip), body)
    return { message: "Marked.", data }
  })
}
