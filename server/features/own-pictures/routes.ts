import type { FastifyInstance } from "fastify"
import * as contract from "#contract/product/own-pictures.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { perPerson } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import * as ownPictures from "./service.ts"

/** A gallery asks after every pause in typing and at every end of a page. */
const readingLimit = perPerson(600, 60)

export function ownPictureRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const limits = [readingLimit]
  mount(app, context, contract.listOwnPictures, { limits }, async ({ caller, query, reply }) => {
    reply.type("application/json; charset=utf-8")
    // The database wrote the JSON, which is sent as it is.
    return (await ownPictures.listPictures(s, caller.accountId, query)) as unknown as { data: contract.OwnPicture[] }
  })
  mount(app, context, contract.listOwnModes, { limits }, async ({ caller }) => ({
    data: await ownPictures.listModes(s, caller.accountId),
  }))
}
