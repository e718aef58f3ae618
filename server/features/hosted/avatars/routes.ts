import type { FastifyInstance, FastifyReply } from "fastify"
import * as contract from "#contract/hosted/avatars.ts"
import type { Services } from "#server/declarations/services.ts"
import { getUser } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perNetwork } from "#server/platform/http/route-limits.ts"
import { type Drawing, drawPng, type Size } from "./drawing.ts"
import { fetchFavicon } from "./favicon.ts"
import { findFlag } from "./flags.ts"
import { drawInitials } from "./initials.ts"
import { findBrowser, findCard } from "./marks.ts"
import { drawQr } from "./qr-code.ts"
import { fetchPicture } from "./remote-picture.ts"

/** Side when a client asks for 0 by 0, in pixels. */
const defaultSide = 500

/** Seconds a picture may be kept: 45 days for what only its address decides, 30 for the others (docs/hosted-backend.md#avatars). */
const longCache = 3_888_000
const cache = 2_592_000

/** Each of these makes our server fetch something (docs/security.md#fetching). */
const fetching = [perNetwork(60, 60)]

/** Drawing costs time of the processor, if none of the thread that answers everybody. */
const drawing = [perNetwork(600, 60)]

export function avatarRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getInitials, { limits: drawing }, async ({ caller, query, reply }) => {
    const { width, height, background } = query
    const size = { width: width || height || defaultSide, height: height || width || defaultSide }
    const name = query.name || (await ownName(s, caller))
    // Without a name the picture depends on who asks, so it is not kept.
    if (query.name) keep(reply, longCache)
    reply.type("image/png")
    return drawInitials(name, size, background)
  })
  const drawings = [
    [contract.getFlag, findFlag],
    [contract.getBrowser, findBrowser],
    [contract.getCreditCard, findCard],
  ] as const
  for (const [endpoint, find] of drawings) {
    registerRoute(app, context, endpoint, { limits: drawing }, async ({ params, query, reply }) =>
      answerDrawing(reply, await find(params.code), query),
    )
  }
  registerRoute(app, context, contract.getQr, { limits: drawing }, async ({ query, reply }) => {
    keep(reply, longCache)
    if (query.download) reply.header("content-disposition", 'attachment; filename="qr.png"')
    reply.type("image/png")
    return drawQr(query.text, query.size, query.margin)
  })
  registerRoute(app, context, contract.getRemoteImage, { limits: fetching }, async ({ query, reply }) => {
    const picture = await fetchPicture(s, query.url, query)
    keep(reply, cache)
    reply.type("image/png")
    return picture
  })
  registerRoute(app, context, contract.getFavicon, { limits: fetching }, async ({ query, reply }) => {
    const { type, bytes } = await fetchFavicon(s, query.url)
    keep(reply, cache)
    // Passed on as it came, so nothing in it may act.
    reply.header("content-security-policy", "default-src 'none'; sandbox").type(type)
    return bytes
  })
}

async function answerDrawing(reply: FastifyReply, found: Drawing | null, wanted: Size): Promise<Buffer> {
  if (!found) throw new AppError("avatar_not_found", "There is no such picture.")
  const picture = await drawPng(found, wanted)
  keep(reply, cache)
  reply.type("image/png")
  return picture
}

function keep(reply: FastifyReply, seconds: number): void {
  reply.header("cache-control", `private, max-age=${seconds}`)
}

async function ownName(s: Services, caller: Caller): Promise<string> {
  if (caller.kind !== "person") return ""
  const user = await getUser(s.db, caller.accountId)
  return user.name || user.email
}
