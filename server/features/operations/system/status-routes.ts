import type { FastifyInstance } from "fastify"
import { getServiceStatus } from "#contract/operations/status.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { createStatus } from "./status.ts"

/** How the product is, for everybody. */
export function statusRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const status = createStatus(s)
  // Nobody is asked who they are, and nothing is counted: both need the database, whose absence this page tells.
  const forStrangers: RouteContext = { ...context, authenticate: async () => ({ kind: "guest" }) }
  registerRoute(app, forStrangers, getServiceStatus, {}, async () => ({ data: await status() }))
}
