import type { FastifyInstance } from "fastify"
import { serialiseDate } from "#contract/primitives.ts"
import { changeShotVisibility } from "#contract/studio/generations.ts"
import type { Services } from "#server/declarations/services.ts"
import { changeVisibility, type VisiblePictures } from "#server/features/studio/publishing/service.ts"
import { pictureSending } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { photoshootsCollection } from "./collection.ts"
import { findShot } from "./service.ts"

/** As for pictures that are drawn. */
const changeLimit = perPerson(240, 60)

const shotVisibility: VisiblePictures = { table: "photoshoots", collection: photoshootsCollection, find: findShot }

/** Pictures of shoots, as `<img>` asks for them (by cookie, or by anyone when public), and who sees them. */
export function photoshootRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
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
  registerRoute(app, context, changeShotVisibility, { limits: [changeLimit] }, async ({ caller, params, body }) => {
    const wish = { id: params.pictureId, isPublic: body.is_public }
    const waitsUntil = await changeVisibility(s, shotVisibility, caller, wish)
    return { data: { is_public: body.is_public, waits_until: waitsUntil && serialiseDate(waitsUntil) } }
  })
}
