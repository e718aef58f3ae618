import type { FastifyInstance } from "fastify"
import { getToday } from "#contract/operations/today.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortsOf, requireRight } from "#server/features/identity/operators/service.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { createToday } from "./service.ts"

/** What needs an operator now. */
export function todayRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const today = createToday(s)
  registerRoute(app, context, getToday, { limits: [perPerson(240, 60)] }, async ({ caller }) => {
    const { accountId, operatorRole } = requireRight("today", caller)
    return { data: await today(operatorRole, await cohortsOf(s.db, accountId, operatorRole)) }
  })
}
