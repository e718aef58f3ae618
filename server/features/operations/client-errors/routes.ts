import type { FastifyInstance } from "fastify"
import { listClientErrors, reportClientError } from "#contract/operations/client-errors.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import { keepReport, listGroups } from "./service.ts"

/** From everybody together, so that a flood from many networks fills neither the log nor the table. */
const hourlyInAll: RouteLimit = { max: 500, windowSeconds: 3_600, by: () => "all" }

/** Longest report, in bytes: the longest parts in letters of four bytes, escaped. */
const maxReportBytes = 32 * 1024

/** Pages that failed in browsers: told by anybody, read by operators. */
export function clientErrorRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const telling = { limits: [hourlyPerNetwork(30), hourlyInAll], bodyLimit: maxReportBytes }
  registerRoute(app, context, reportClientError, telling, async ({ body, request }) => {
    await keepReport(s, body, request.headers["user-agent"] ?? "")
    return null
  })
  registerRoute(
    app,
    context,
    listClientErrors,
    { limits: [perPerson(240, 60)] },
    async ({ caller, query, request }) => {
      operatorWith("crashes", caller, request.ip)
      return { data: await listGroups(s, (query.id ?? "").trim().toUpperCase()) }
    },
  )
}
