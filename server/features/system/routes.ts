import type { FastifyInstance } from "fastify"
import { sql } from "kysely"
import type { Services } from "#server/services.ts"
import { apiPage } from "./api-page.ts"
import { pageStyle } from "./page-style.ts"

/** Addresses for those who run the product: is it alive, is it ready, its figures, its calls. */
export function systemRoutes(app: FastifyInstance, s: Services, isStopping: () => boolean): void {
  const hide = { schema: { hide: true }, logLevel: "warn" } as const
  app.get("/healthz", hide, async () => ({ status: "ok" }))
  app.get("/readyz", hide, async (_request, reply) => {
    const isReady = !isStopping() && (await canReachDatabase(s))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" })
  })
  app.get("/metrics", hide, async (_request, reply) =>
    reply.type(s.metrics.registry.contentType).send(await s.metrics.registry.metrics()),
  )
  app.get("/dev.css", hide, async (_request, reply) => reply.type("text/css").send(pageStyle))
  app.get("/docs/openapi.json", hide, async () => app.swagger())
  app.get("/docs", hide, async (_request, reply) => reply.type("text/html").send(apiPage(app.swagger())))
}

async function canReachDatabase(s: Services): Promise<boolean> {
  return sql`select 1`.execute(s.db).then(
    () => true,
    () => false,
  )
}
