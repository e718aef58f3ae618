import { Readable } from "node:stream"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { product } from "#contract/brand.ts"
import * as contract from "#contract/studio/shelf-shop.ts"
import type { Services } from "#server/declarations/services.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { sendZip } from "#server/platform/documents/send-zip.ts"
import { AppError } from "#server/platform/errors.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { isLookOfVisitor, sendStandalonePage } from "#server/platform/http/standalone-page.ts"
import { countRequest, networkOf } from "#server/platform/limits/rate-limit.ts"
import { type PictureWorker, workerOf } from "#server/platform/pictures/picture-turns.ts"
import { dispositionOf } from "#server/platform/text/download-name.ts"
import { proveNumber, sendNumberCode } from "./number-proof.ts"
import { openPriceListFile } from "./price-list.ts"
import { packProducts } from "./product-pack.ts"
import * as tables from "./product-tables.ts"
import { listShopSitemap, listSitemaps, showProduct, showShop } from "./public-shop.ts"
import * as shops from "./shop.ts"
import { openShopPictures, type ShopSide, shopSides } from "./shop-pictures.ts"

const settingLimit = perPerson(240, 60)

/** Each may be hundreds of megabytes. */
const packLimit = perPerson(30, 3_600)

/** Each costs a text message, whoever's number it is. */
const codeLimit = perPerson(6, 86_400)

/** Beside the few guesses that each code allows. */
const guessLimit = perPerson(30, 3_600)

/** A price list of a large shelf is the work of a minute. */
const priceListLimit = perPerson(20, 3_600)

/** Pages and pictures of shops that one network may ask for in a minute: an office that looks through several shops. */
const visitorLimit = { max: 1_200, windowSeconds: 60 }

type Handled = FastifyRequest<{ Params: { handle: string }; Querystring: { q?: string; page?: string } }>

/** The seller's own calls about the shop, and its pages for everybody. */
export function shopRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const options = { limits: [settingLimit] }
  registerRoute(app, context, contract.getShop, options, async ({ caller }) => ({
    data: await shops.getShop(s, caller.accountId),
  }))
  registerRoute(app, context, contract.changeShop, options, async ({ caller, body }) => ({
    data: await shops.changeShop(s, caller, body),
  }))
  registerRoute(app, context, contract.listVisits, options, async ({ caller }) => ({
    data: await shops.listVisits(s, caller.accountId),
  }))
  registerRoute(app, context, contract.sendNumberCode, { limits: [codeLimit] }, ({ caller }) =>
    sendNumberCode(s, caller.accountId),
  )
  registerRoute(app, context, contract.proveNumber, { limits: [guessLimit] }, async ({ caller, body }) => ({
    data: await proveNumber(s, caller.accountId, body.code),
  }))
  registerRoute(app, context, contract.renewFeed, options, async ({ caller }) => ({
    data: await shops.renewFeed(s, caller.accountId),
  }))
  registerRoute(app, context, contract.downloadCode, options, async ({ caller, reply }) => {
    reply.type("image/svg+xml; charset=utf-8").header("content-disposition", dispositionOf("shop-code.svg"))
    return reply.send(await tables.drawCode(s, caller.accountId))
  })
  registerRoute(app, context, contract.downloadTable, options, async ({ caller, query, reply }) => {
    const lines = await tables.productLines(s, caller.accountId, query.for)
    await sendCsv(reply, `products-${query.for}.csv`, lines)
  })
  registerRoute(app, context, contract.downloadPack, { limits: [packLimit] }, async ({ caller, query, reply }) =>
    sendZip(reply, { name: "products.zip", bytes: await packProducts(s, caller.accountId, query.product ?? null) }),
  )
  registerRoute(
    app,
    context,
    contract.downloadPriceList,
    { limits: [priceListLimit] },
    async ({ caller, query, request, reply }) => {
      const list = await openPriceListFile(s, caller.accountId, query, workerOf(request))
      reply.type("application/pdf").header("content-disposition", dispositionOf(`prices-${query.paper}.pdf`))
      return reply.send(list)
    },
  )
  publicRoutes(app, s, context)
}

function publicRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const hide = { schema: { hide: true } } as const
  const pictures = openShopPictures(s)
  const limit = ({ ip }: FastifyRequest) =>
    countRequest(s.db, `shop pages ip:${networkOf(ip)}`, visitorLimit, context.rateLimitFactor)

  app.get<{ Params: { handle: string }; Querystring: { q?: string; page?: string } }>(
    "/shop/:handle",
    hide,
    async (request, reply) => {
      await limit(request)
      const shown = await showShop(s, request.params.handle, readList(request))
      return answer(request, reply, shown, "")
    },
  )
  app.get<{ Params: { handle: string; slug: string } }>("/shop/:handle/:slug", hide, async (request, reply) => {
    await limit(request)
    const { handle, slug } = request.params
    return answer(request, reply, await showProduct(s, handle, slug), `/${slug}`)
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Awaited<ReturnType<typeof showProduct>>,
    rest: string,
  ) {
    if (shown.kind === "moved")
      return reply.header("cache-control", "no-cache").redirect(`/shop/${shown.handle}${rest}`, 301)
    if (shown.kind === "missing") return sendMissing(reply, shown)
    if (isLookOfVisitor(request)) await shown.count()
    return sendStandalonePage(request, reply, shown.page)
  }

  app.get<{ Params: { handle: string } }>("/shop/:handle/logo", hide, async (request, reply) => {
    await limit(request)
    const logo = await shops.findShownLogo(s, request.params.handle)
    if (!logo) throw missingPicture()
    return sendMedia(request, reply, await pictures.send(logo, "320", visitorOf(request)))
  })
  app.get<{ Params: { handle: string } }>("/shop/:handle/preview.jpg", hide, async (request, reply) => {
    await limit(request)
    const { source, colour } = await shops.findShopPreview(s, request.params.handle)
    const worker = visitorOf(request)
    const preview = source ? pictures.send(source, "preview", worker) : pictures.sendPlain(colour, worker)
    return sendMedia(request, reply, await preview)
  })
  app.get<{ Params: { handle: string; slug: string } }>(
    "/shop/:handle/:slug/preview.jpg",
    hide,
    async (request, reply) => {
      await limit(request)
      const source = await shops.findProductPreview(s, request.params.handle, request.params.slug)
      if (!source) throw missingPicture()
      return sendMedia(request, reply, await pictures.send(source, "preview", visitorOf(request)))
    },
  )
  app.get<{ Params: { id: string; side: string } }>("/shop-pictures/:id/:side", hide, async (request, reply) => {
    await limit(request)
    const side = shopSides.find((known): known is ShopSide => known === request.params.side)
    const source = side && (await shops.findShownPicture(s, request.params.id))
    if (!side || !source) throw missingPicture()
    return sendMedia(request, reply, await pictures.send(source, side, visitorOf(request)))
  })

  app.get<{ Params: { handle: string; secret: string } }>(
    "/shop/:handle/feed/:secret",
    hide,
    async (request, reply) => {
      await limit(request)
      const { handle, secret } = request.params
      const lines = await tables.feedLines(s, handle, secret.replace(/\.csv$/, ""))
      if (lines === null) throw new AppError("not_found", "There is no such feed.")
      reply.type("text/csv; charset=utf-8").header("cache-control", "no-store").header("x-robots-tag", "noindex")
      return reply.send(Readable.from(lines, { objectMode: false }))
    },
  )

  app.get("/sitemap-shops.xml", hide, async (request, reply) => {
    await limit(request)
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(await listSitemaps(s))
  })
  app.get<{ Params: { handle: string } }>("/shop/:handle/sitemap.xml", hide, async (request, reply) => {
    await limit(request)
    const map = await listShopSitemap(s, request.params.handle)
    if (map === null) return sendMissing(reply, { title: "Not here", text: "This shop is not open." })
    return reply.type("application/xml; charset=utf-8").header("cache-control", "no-cache").send(map)
  })
}

/** Whoever looks at shops shares the work on pictures with their network. */
function visitorOf({ ip }: FastifyRequest): PictureWorker {
  return { share: `network:${networkOf(ip)}` }
}

/** What of a shop's list is asked for; what cannot be read counts as its beginning. */
function readList({ query }: Handled): { words: string | undefined; page: number } {
  const words = (typeof query.q === "string" ? query.q : "").replaceAll("\u0000", "").toWellFormed().trim().slice(0, 80)
  const page = /^[1-9]\d{0,3}$/.test(String(query.page ?? "")) ? Number(query.page) : 1
  return { words: words === "" ? undefined : words, page }
}

function sendMissing(reply: FastifyReply, { title, text }: { title: string; text: string }): FastifyReply {
  return reply
    .code(404)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(plainPage(title, text, { to: "/", label: `To ${product.name}` }))
}
