import type { FastifyInstance } from "fastify"
import { unconfirmedFreeWork, unconfirmedPreviews } from "#contract/catalogue/free-work.ts"
import * as contract from "#contract/studio/shelf.ts"
import * as fromPhoto from "#contract/studio/shelf-from-photo.ts"
import { checkTable, importTable, tableBodyBytes } from "#contract/studio/shelf-import.ts"
import { downloadPoster } from "#contract/studio/shelf-posters.ts"
import * as seen from "#contract/studio/shelf-seen.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendMedia } from "#server/media/send.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { countFreeWork } from "#server/platform/pictures/free-work.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { getFromPhoto, goOnFromPhoto, makeFromPhoto } from "./from-photo.ts"
import { openPosters } from "./poster.ts"
import { lookAtPicture } from "./seen.ts"
import * as shelf from "./service.ts"
import * as tables from "./table-import.ts"

/** A list asks after every pause in typing. */
const readingLimit = perPerson(600, 60)

/** Somebody who types a long shelf by hand saves a few times a minute. */
const changeLimit = perPerson(240, 60)

/** Each may make fifty products. */
const putLimit = perPerson(60, 60)

/** Each costs the operator about a cent, and the seller nothing: as many as somebody writes about by hand in a day. */
const seenLimit = perPerson(20, 86_400)

/** A table is looked at again with each change of its columns. */
const tableLimit = perPerson(120, 600)

/** Six looks for each product and shape that somebody goes through. */
const posterLimit = perPerson(300, 60)

/** A person's own products. */
export function shelfRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const reading = { limits: [readingLimit] }
  const changing = { limits: [changeLimit], bodyLimit: 64 * 1024 }
  registerRoute(app, context, contract.listProducts, reading, ({ caller, query }) =>
    shelf.listProducts(s, caller.accountId, query),
  )
  registerRoute(app, context, contract.createProduct, changing, async ({ caller, body, request }) => ({
    data: await shelf.createProduct(s, caller, body, readIdempotencyKey(request.headers["idempotency-key"])),
  }))
  registerRoute(app, context, contract.putPicturesOnShelf, { limits: [putLimit] }, async ({ caller, body }) => ({
    data: await shelf.putPictures(s, caller.accountId, body),
  }))
  registerRoute(app, context, contract.getProduct, reading, async ({ caller, params }) => ({
    data: await shelf.getProduct(s, caller.accountId, params.productId),
  }))
  registerRoute(app, context, contract.changeProduct, changing, async ({ caller, params, body }) => ({
    data: await shelf.changeProduct(s, caller, params.productId, body),
  }))
  registerRoute(app, context, contract.deleteProduct, changing, ({ caller, params }) =>
    shelf.deleteProduct(s, caller.accountId, params.productId),
  )
  registerRoute(app, context, fromPhoto.makeFromPhoto, { limits: [putLimit] }, async ({ caller, body, request }) => ({
    data: await makeFromPhoto(s, caller, body, readIdempotencyKey(request.headers["idempotency-key"])),
  }))
  registerRoute(app, context, fromPhoto.getFromPhoto, reading, async ({ caller, params }) => ({
    data: await getFromPhoto(s, caller.accountId, params.productId),
  }))
  registerRoute(app, context, fromPhoto.goOnFromPhoto, { limits: [putLimit] }, async ({ caller, params, request }) => {
    // The picture on white costs nothing.
    await countFreeWork(s.db, request, context.rateLimitFactor)
    return { data: await goOnFromPhoto(s, caller.accountId, params.productId, workerOf(request)) }
  })
  registerRoute(app, context, seen.lookAtPicture, { limits: [seenLimit] }, async ({ caller, body, request }) => ({
    data: await lookAtPicture(s, caller, body.image, workerOf(request)),
  }))
  const tabled = { limits: [tableLimit], bodyLimit: tableBodyBytes }
  registerRoute(app, context, checkTable, tabled, async ({ caller, body }) => ({
    data: await tables.checkTable(s, caller, body),
  }))
  registerRoute(app, context, importTable, tabled, async ({ caller, body }) => ({
    data: await tables.importTable(s, caller, body),
  }))
  const posters = openPosters(s)
  registerRoute(
    app,
    context,
    downloadPoster,
    { limits: [posterLimit] },
    async ({ caller, params, query, request, reply }) => {
      const most = query.look === "small" ? unconfirmedPreviews : unconfirmedFreeWork
      await countFreeWork(s.db, request, context.rateLimitFactor, 1, most)
      const poster = await posters.make(caller.accountId, params.productId, query, workerOf(request))
      return sendMedia(request, reply, poster)
    },
  )
}
