import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Services } from "#server/declarations/services.ts"
import { sendMedia } from "#server/media/send.ts"
import type { RouteContext } from "#server/platform/http/register-route.ts"
import { pictureFor, previewFor } from "./picture-access.ts"

/** Serves pictures to those who may see them: by cookie, or anyone when public. */
export function pictureRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const hide = { schema: { hide: true } } as const
  const asking = (request: FastifyRequest) => () => context.authenticate(request)

  app.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    "/pictures/:id",
    hide,
    async (request, reply) => {
      const file = await pictureFor(s, asking(request), request.params.id)
      return sendMedia(request, reply, { ...file, isAttachment: request.query.download !== undefined })
    },
  )
  app.get<{ Params: { id: string; side: string } }>("/pictures/:id/:side", hide, async (request, reply) => {
    const { id, side } = request.params
    return sendMedia(request, reply, await pictureFor(s, asking(request), id, side))
  })
  app.get<{ Params: { orderId: string; index: string } }>(
    "/order-previews/:orderId/:index",
    hide,
    async (request, reply) => {
      const { orderId, index } = request.params
      return sendMedia(request, reply, await previewFor(s, asking(request), orderId, index))
    },
  )
}
