import type { FastifyInstance } from "fastify"
import { unconfirmedPreviews } from "#contract/catalogue/free-work.ts"
import * as contract from "#contract/studio/photo-previews.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendMedia } from "#server/media/send.ts"
import { ownCopies } from "#server/media/visibility.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { countFreeWork } from "#server/platform/pictures/free-work.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { previewPhoto } from "./service.ts"

/** All sets of a photo, four times in ten minutes. */
const previewLimit = perPerson(100, 600)

export function photoPreviewRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(
    app,
    context,
    contract.previewPhoto,
    { limits: [previewLimit] },
    async ({ caller, query, request, reply }) => {
      await countFreeWork(s.db, request, context.rateLimitFactor, 1, unconfirmedPreviews)
      const bytes = await previewPhoto(s, caller, query, workerOf(request))
      // The same photo gives the same look.
      return sendMedia(request, reply, {
        bytes,
        type: "image/webp",
        name: "preview.webp",
        etag: null,
        cache: ownCopies,
      })
    },
  )
}
