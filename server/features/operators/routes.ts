import type { FastifyInstance } from "fastify"
import { claimOperator, getOwnRole } from "#contract/product/operators.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { hourlyPerNetwork } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import { claimOwnership, standingOf } from "./service.ts"

export function operatorRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const perIp = hourlyPerNetwork(10)
  mount(app, context, claimOperator, { limits: [perIp] }, async ({ caller, body }) => {
    const role = await claimOwnership(s.db, caller.accountId, body.token)
    s.log.info({ accountId: caller.accountId, role }, "operator made")
    return { data: { role } }
  })
  mount(app, context, getOwnRole, {}, async ({ caller }) => ({ data: await standingOf(s, caller) }))
}
