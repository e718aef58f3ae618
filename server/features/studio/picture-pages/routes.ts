import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { product } from "#contract/brand.ts"
import { reportOnPage } from "#contract/studio/picture-reports.ts"
import * as contract from "#contract/studio/private-links.ts"
import type { Services } from "#server/declarations/services.ts"
import { reportPicture } from "#server/features/studio/review/service.ts"
import { openShopPictures } from "#server/features/studio/shelf/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { failWithPage, plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson, perPerson } from "#server/platform/http/route-limits.ts"
import { isLookOfVisitor, sendStandalonePage } from "#server/platform/http/standalone-page.ts"
import { countRequest, networkOf } from "#server/platform/limits/rate-limit.ts"
import { writePublicPage, writeReportForm } from "./page.ts"
import * as pages from "./service.ts"
import { writeSharedPage } from "./shared-page.ts"

const readingLimit = perPerson(240, 60)
const makingLimit = hourlyPerPerson(120)

/** Pages and pictures that one network may ask for in a minute, as with shops. */
const visitorLimit = { max: 1_200, windowSeconds: 60 }

/** Pages of public pictures, private links, and their owner's calls about those. */
export function picturePageRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listPrivateLinks, { limits: [readingLimit] }, async ({ caller, params }) => ({
    data: await pages.listLinks(s, caller.accountId, { source: params.source, id: params.pictureId }),
  }))
  registerRoute(
    app,
    context,
    contract.createPrivateLink,
    { limits: [makingLimit] },
    async ({ caller, params, body }) => ({
      data: await pages.createLink(s, caller, { source: params.source, id: params.pictureId }, body.hours),
    }),
  )
  registerRoute(app, context, contract.endPrivateLink, { limits: [readingLimit] }, async ({ caller, params }) => {
    await pages.endLink(s, caller.accountId, params.linkId)
    return { message: "The link has ended." }
  })
  publicRoutes(app, s, context)
  privateRoutes(app, s, context)
  reportRoutes(app, s, context)
}

const hide = { schema: { hide: true } } as const

function limiter(s: Services, context: RouteContext) {
  return ({ ip }: FastifyRequest) =>
    countRequest(s.db, `picture pages ip:${networkOf(ip)}`, visitorLimit, context.rateLimitFactor)
}

function publicRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limit = limiter(s, context)
  const copies = openShopPictures(s)
  app.get<{ Params: { id: string } }>("/picture/:id", hide, async (request, reply) => {
    await limit(request)
    const picture = await pages.findPublic(s.db, request.params.id)
    if (!picture) return sendMissing(reply, "There is no public picture here. Its maker may have closed or deleted it.")
    return sendStandalonePage(request, reply, writePublicPage(s.config.publicUrl, picture))
  })
  app.get<{ Params: { id: string } }>("/picture/:id/preview.jpg", hide, async (request, reply) => {
    await limit(request)
    const picture = await pages.findPublic(s.db, request.params.id)
    if (!picture) throw missingPicture()
    const worker = { share: `network:${networkOf(request.ip)}` }
    const source = { ...picture, fileId: null, fileSequence: null }
    return sendMedia(request, reply, await copies.send(source, "preview", worker))
  })
}

function privateRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limit = limiter(s, context)
  const hideFromSearch = (reply: FastifyReply): FastifyReply =>
    reply.header("x-robots-tag", "noindex, nofollow").header("referrer-policy", "no-referrer")
  app.get<{ Params: { token: string }; Querystring: { page?: string } }>(
    "/shared/:token",
    hide,
    async (request, reply) => {
      await limit(request)
      hideFromSearch(reply)
      const { token } = request.params
      const page = /^[1-9]\d{0,3}$/.test(request.query.page ?? "") ? Number(request.query.page) : 1
      const shared = await pages.findShared(s, token, page)
      if (!shared) return sendMissing(reply, "This link has ended, or what it showed is gone. Ask whoever sent it.")
      if (isLookOfVisitor(request) && page === 1) await pages.countVisit(s.db, shared.linkId)
      return sendStandalonePage(request, reply, writeSharedPage(token, shared))
    },
  )
  const send = async (
    request: FastifyRequest<{ Params: { token: string; id?: string; side?: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    await limit(request)
    hideFromSearch(reply)
    const { token, id, side } = request.params
    const shared = side === undefined || side === "640" ? await pages.findSharedPicture(s, token, id) : undefined
    if (!shared) throw missingPicture()
    const key = side === undefined ? shared.storageKey : thumbnailKey(shared.storageKey, 640)
    const type = side === undefined ? shared.mimeType : "image/webp"
    const bytes = storedAt(s.storage, key, missingPicture)
    return sendMedia(request, reply, {
      bytes,
      type,
      name: `picture.${key.split(".").at(-1)}`,
      etag: null,
      cache: "never",
    })
  }
  app.get("/shared/:token/picture/:side?", hide, send)
  app.get("/shared/:token/pictures/:id/:side?", hide, send)
}

function reportRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limit = limiter(s, context)
  const html = "text/html; charset=utf-8"
  const home = { to: "/", label: "To the first page" }
  app.get<{ Params: { id: string } }>(
    "/picture/:id/report",
    { ...hide, errorHandler: failWithPage("Not here", home) },
    async (request, reply) => {
      await limit(request)
      const picture = await pages.findPublic(s.db, request.params.id)
      if (!picture) throw missingPicture()
      reply.header("cache-control", "no-store").type(html)
      return writeReportForm(picture.id)
    },
  )
  plainForms(app, (forms) => {
    const options = { limits: [hourlyPerNetwork(20)], errorHandler: failWithPage("The report was not sent", home) }
    registerRoute(forms, context, reportOnPage, options, async ({ caller, params, body, request, reply }) => {
      const picture = await pages.findPublic(s.db, params.pictureId)
      if (!picture) throw missingPicture()
      await reportPicture(s, caller, request.ip, { source: picture.source, id: picture.id, ...body })
      reply.type(html)
      return plainPage("Thank you", "Somebody will look at it.", {
        to: `/picture/${picture.id}`,
        label: "Back to the picture",
      })
    })
  })
}

function sendMissing(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .code(404)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(plainPage("Not here", text, { to: "/", label: `To ${product.name}` }))
}
