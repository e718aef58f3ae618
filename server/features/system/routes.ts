import type { FastifyInstance } from "fastify"
import type { Services } from "#server/services.ts"
import { apiPage } from "./api-page.ts"
import { pageStyle } from "./page-style.ts"
import { createReadiness } from "./readiness.ts"

/** Addresses for those who run the product: is it alive, is it ready, its figures, its calls. */
export function systemRoutes(app: FastifyInstance, s: Services, isStopping: () => boolean): void {
  const hide = { schema: { hide: true }, logLevel: "warn" } as const
  const readiness = createReadiness(s, isStopping)
  app.get("/healthz", hide, async () => ({ status: "ok" }))
  app.get("/readyz", hide, async (_request, reply) => {
    const hindrances = await readiness()
    if (hindrances.length === 0) return reply.send({ status: "ready" })
    return reply.code(503).send({ status: hindrances.includes("stopping") ? "stopping" : "not ready", hindrances })
  })
  app.get("/metrics", hide, async (_request, reply) =>
    reply.type(s.metrics.registry.contentType).send(await s.metrics.registry.metrics()),
  )
  app.get("/dev.css", hide, async (_request, reply) => reply.type("text/css").send(pageStyle))
  app.get("/docs/openapi.json", hide, async () => app.swagger())
  app.get("/docs", hide, async (_request, reply) => reply.type("text/html").send(apiPage(app.swagger())))
}
