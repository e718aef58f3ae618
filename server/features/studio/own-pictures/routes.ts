import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/own-pictures.ts"
import { showPicture } from "#contract/studio/picture-details.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendZip } from "#server/platform/documents/send-zip.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as family from "./family.ts"
import * as many from "./many.ts"
import * as ownPictures from "./service.ts"

/** A gallery asks after every pause in typing and at every end of a page, and a star takes one press. */
const readingLimit = perPerson(600, 60)

/** Each is work for up to a hundred pictures. */
const manyLimit = perPerson(30, 60)

/** Each sends up to half a gigabyte. */
const downloadLimit = perPerson(10, 60)

export function ownPictureRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limits = [readingLimit]
  registerRoute(app, context, contract.listOwnPictures, { limits }, async ({ caller, query, reply }) => {
    reply.type("application/json; charset=utf-8")
    // The database wrote the JSON, which is sent as it is.
    return (await ownPictures.listPictures(s, caller.accountId, query)) as unknown as { data: contract.OwnPicture[] }
  })
  registerRoute(app, context, contract.listOwnModes, { limits }, ({ caller }) =>
    ownPictures.listModes(s, caller.accountId),
  )
  registerRoute(app, context, showPicture, { limits }, async ({ caller, params }) => ({
    data: await family.showPicture(s, caller.accountId, params.source, params.pictureId),
  }))
  registerRoute(app, context, contract.starPicture, { limits }, async ({ caller, params, body }) => {
    await ownPictures.starPicture(s, caller.accountId, params.pictureId, body.is_starred)
    return { data: body }
  })
  registerRoute(app, context, contract.changeManyVisibilities, { limits: [manyLimit] }, async ({ caller, body }) => ({
    data: await many.changeVisibilities(s, caller, body.ids, body.is_public),
  }))
  registerRoute(app, context, contract.deleteManyPictures, { limits: [manyLimit] }, async ({ caller, body }) => ({
    data: await ownPictures.deletePictures(s, caller, body.ids),
  }))
  registerRoute(
    app,
    context,
    contract.downloadManyPictures,
    { limits: [downloadLimit] },
    async ({ caller, query, reply }) =>
      sendZip(reply, { name: "pictures.zip", bytes: await ownPictures.packPictures(s, caller.accountId, query.ids) }),
  )
}
