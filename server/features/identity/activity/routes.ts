import type { FastifyInstance } from "fastify"
import { listLogs } from "#contract/identity/account-records.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { logsOf } from "./service.ts"

export function activityRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, listLogs, {}, ({ caller, query }) => logsOf(s, caller.accountId, query.queries ?? []))
}
