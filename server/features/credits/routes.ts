import type { FastifyInstance } from "fastify"
import { getBalance, listEntries, listEntriesCsv } from "#contract/product/credits.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { perPerson } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import { balanceOf, entriesAsCsv, entriesOf } from "./service.ts"

export function creditRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, getBalance, {}, async ({ caller }) => ({ data: await balanceOf(s.db, caller.accountId) }))
  mount(app, context, listEntries, {}, ({ caller, query }) =>
    entriesOf(s.db, caller.accountId, {
      limit: query.limit,
      cursor: query.cursor ?? null,
      direction: query.direction,
    }),
  )
  mount(app, context, listEntriesCsv, { limits: [perPerson(20, 600)] }, async ({ caller, query, reply }) => {
    const csv = await entriesAsCsv(s.db, caller.accountId, query.direction)
    const name = 'attachment; filename="credits.csv"'
    await reply.type("text/csv; charset=utf-8").header("content-disposition", name).send(csv)
  })
}
