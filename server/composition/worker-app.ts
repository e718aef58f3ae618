import Fastify, { type FastifyInstance, LogController } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { healthRoutes } from "#server/features/operations/system/health-routes.ts"
import { answerError } from "#server/platform/http/error-reply.ts"

/** What a worker answers: whether it lives, whether it can work, and its figures. */
export function createWorkerApp(s: Services, isStopping: () => boolean): FastifyInstance {
  const app = Fastify({
    loggerInstance: s.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance
  app.setErrorHandler(answerError)
  healthRoutes(app, s, isStopping)
  return app
}
