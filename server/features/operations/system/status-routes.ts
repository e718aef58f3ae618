import type { FastifyInstance } from "fastify"
import { getServiceStatus } from "#contract/operations/status.ts"
import type { Services } from "#server/declarations/services.ts"
import { type MountContext, mount } from "#server/platform/http/register-route.ts"
import { createStatus } from "./status.ts"

/** How the product is, for everybody. */
export function statusRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const status = createStatus(s)
  // Nobody is asked who they are, and nothing is counted: both need the database, whose absence this page tells.
  const forStrangers: MountContext = { ...context, authenticate: async () => ({ kind: "guest" }) }
  mount(app, forStrangers, getServiceStatus, {}, async () => ({ data: await status() }))
}
