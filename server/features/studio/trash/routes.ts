import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/trash.ts"
import type { Services } from "#server/declarations/services.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as trash from "./service.ts"

const readingLimit = perPerson(240, 60)

/** Each is work for up to a hundred pictures, or for all of the trash. */
const changeLimit = perPerson(30, 60)

export function trashRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listTrash, { limits: [readingLimit] }, async ({ caller, query }) => ({
    data: await trash.listTrash(s, caller.accountId, query.after),
  }))
  registerRoute(app, context, contract.restorePictures, { limits: [changeLimit] }, async ({ caller, body }) => ({
    data: await trash.restorePictures(s, caller.accountId, body.pictures),
  }))
  registerRoute(app, context, contract.emptyTrash, { limits: [changeLimit] }, async ({ caller, body }) => ({
    data: { deleted: await trash.emptyTrash(s, caller.accountId, body.pictures) },
  }))
  app.get<{ Params: Record<string, string> }>(
    "/own-pictures/trash/:source/:id/preview",
    { schema: { hide: true } },
    async (request, reply) => {
      const ref = contract.PictureRef.safeParse(request.params)
      const caller = await context.authenticate(request)
      if (!ref.success || caller.kind !== "person") throw missingPicture()
      return sendMedia(request, reply, await trash.previewOf(s, caller.accountId, ref.data))
    },
  )
}
