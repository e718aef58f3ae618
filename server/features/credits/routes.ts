import type { FastifyInstance } from "fastify"
import { getBalance, listEntries } from "#contract/product/credits.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { balanceOf, entriesOf } from "./service.ts"

export function creditRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, getBalance, {}, async ({ caller }) => ({ data: await balanceOf(s.db, caller.accountId) }))
  mount(app, context, listEntries, {}, ({ caller, query }) =>
    entriesOf(s.db, caller.accountId, { limit: query.limit, cursor: query.cursor ?? null }),
  )
}
