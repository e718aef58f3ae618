import type { FastifyInstance } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { takeReplicateNews } from "./service.ts"

/** Predictions hold their input and output; pictures are never inside. */
const maxBodyBytes = 1024 * 1024

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === "string" ? header : undefined

/** Where providers tell what became of their work. */
export function engineRoutes(app: FastifyInstance, s: Services): void {
  void app.register(async (scope) => {
    // Signatures are over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { key: string; token: string } }>(
      "/hooks/replicate/:key/:token",
      { schema: { hide: true }, bodyLimit: maxBodyBytes, config: { takesForeignForms: true } },
      async ({ params, headers, body }, reply) => {
        await takeReplicateNews(s, {
          ...params,
          id: textOf(headers["webhook-id"]),
          timestamp: textOf(headers["webhook-timestamp"]),
          signature: textOf(headers["webhook-signature"]),
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        })
        return reply.code(204).send()
      },
    )
  })
}
