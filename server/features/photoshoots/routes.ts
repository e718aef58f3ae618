import type { FastifyInstance } from "fastify"
import { pictureSending } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import type { MountContext } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { findShot } from "./service.ts"

/** Pictures of shoots, as `<img>` asks for them: by cookie, or by anyone when public. */
export function photoshootRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const hide = { schema: { hide: true } } as const
  app.get<{ Params: { id: string; side?: string }; Querystring: { download?: string } }>(
    "/photoshoots/:id/:side?",
    hide,
    async (request, reply) => {
      const { id, side } = request.params
      const shot = await findShot(s.db, id)
      const file = await pictureSending(s, () => context.authenticate(request), shot, side)
      return sendMedia(request, reply, { ...file, isAttachment: request.query.download !== undefined })
    },
  )
}
