import type { FastifyInstance } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { requireLoopbackOf } from "#server/platform/http/loopback.ts"
import { apiPage } from "./api-page.ts"
import { healthRoutes } from "./health-routes.ts"
import { pageStyle } from "./page-style.ts"

/** Addresses for those who run the product: is it alive, is it ready, its figures, its calls. */
export function systemRoutes(app: FastifyInstance, s: Services, isStopping: () => boolean): void {
  const hide = { schema: { hide: true }, logLevel: "warn" } as const
  healthRoutes(app, s, isStopping)
  app.get("/dev.css", hide, async (_request, reply) => reply.type("text/css").send(pageStyle))
  const mustBeLoopback = requireLoopbackOf(s.config)
  app.get("/docs/openapi.json", hide, async (request) => {
    mustBeLoopback(request)
    return app.swagger()
  })
  app.get("/docs", hide, async (request, reply) => {
    mustBeLoopback(request)
    return reply.type("text/html").send(apiPage(app.swagger()))
  })
}
