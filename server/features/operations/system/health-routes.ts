import type { FastifyInstance } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { requireLoopbackOf } from "#server/platform/http/loopback.ts"
import { registerFigures } from "./figures.ts"
import { createReadiness } from "./readiness.ts"

/** Addresses for those who run the product: is it alive, is it ready, its figures. */
export function healthRoutes(app: FastifyInstance, s: Services, isStopping: () => boolean): void {
  const hide = { schema: { hide: true }, logLevel: "warn" } as const
  registerFigures(s)
  const readiness = createReadiness(s, isStopping)
  app.get("/healthz", hide, async () => ({ status: "ok" }))
  app.get("/readyz", hide, async (_request, reply) => {
    const hindrances = await readiness()
    if (hindrances.length === 0) return reply.send({ status: "ready" })
    return reply.code(503).send({ status: hindrances.includes("stopping") ? "stopping" : "not ready", hindrances })
  })
  const mustBeLoopback = requireLoopbackOf(s.config)
  app.get("/metrics", hide, async (request, reply) => {
    mustBeLoopback(request)
    return reply.type(s.metrics.registry.contentType).send(await s.metrics.registry.metrics())
  })
}
