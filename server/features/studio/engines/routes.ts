import type { FastifyInstance } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { takeEngineNews } from "./service.ts"

/** Predictions hold their input and output; pictures are never inside. */
const maxBodyBytes = 1024 * 1024

/** Where providers tell what became of their work. */
export function engineRoutes(app: FastifyInstance, s: Services): void {
  void app.register(async (scope) => {
    // Signatures are over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { engine: string; key: string; token: string } }>(
      "/hooks/:engine/:key/:token",
      { schema: { hide: true }, bodyLimit: maxBodyBytes, config: { takesForeignForms: true } },
      async ({ params, headers, body }, reply) => {
        await takeEngineNews(s, { ...params, headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
        return reply.code(204).send()
      },
    )
  })
}
