import type { FastifyInstance } from "fastify"
import { getBalance, listEntries, listEntriesCsv } from "#contract/money/credits.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { balanceOf, entriesOf, entryLines } from "./service.ts"

export function creditRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, getBalance, {}, async ({ caller }) => ({ data: await balanceOf(s.db, caller.accountId) }))
  registerRoute(app, context, listEntries, {}, ({ caller, query }) =>
    entriesOf(s.db, caller.accountId, {
      limit: query.limit,
      cursor: query.cursor ?? null,
      direction: query.direction,
    }),
  )
  registerRoute(app, context, listEntriesCsv, { limits: [perPerson(20, 600)] }, ({ caller, query, reply }) =>
    sendCsv(reply, "credits.csv", entryLines(s.db, caller.accountId, query.direction)),
  )
}
