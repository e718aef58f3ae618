import type { FastifyInstance } from "fastify"
import { AppError } from "#server/platform/errors.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** Aborted when whoever asked is gone before the answer was sent; nobody reads the reason. */
    left: AbortSignal
  }
}

/** Lets every call know when nobody waits for its answer any more. */
export function noticeWhoLeaves(app: FastifyInstance): void {
  app.decorateRequest("left")
  app.addHook("onRequest", async (request, reply) => {
    const left = new AbortController()
    request.left = left.signal
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished)
        left.abort(new AppError("request_timeout", "Nobody waits for the answer any more."))
    })
  })
}
