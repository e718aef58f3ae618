import { createHash } from "node:crypto"
import type { FastifyInstance } from "fastify"
import * as contract from "#contract/academy/calendar-feed.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendMedia } from "#server/media/send.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerPerson, perNetwork } from "#server/platform/http/route-limits.ts"
import { writeFeed } from "./feed.ts"
import * as feeds from "./service.ts"

/** Calendars ask a few times an hour at most, those of many people from one network. */
const perFeed: RouteLimit = {
  max: 60,
  windowSeconds: 3_600,
  by: ({ query }) => (typeof query.account === "string" ? `calendar:${query.account}` : null),
}

export function calendarRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getCalendarFeed, {}, async ({ caller }) => ({
    data: { url: await feeds.addressOf(s, caller.accountId) },
  }))
  registerRoute(app, context, contract.renewCalendarFeed, { limits: [hourlyPerPerson(20)] }, async ({ caller }) => ({
    message: "The address is new. Calendars with the one before show nothing any more.",
    data: { url: await feeds.renewAddress(s, caller.accountId) },
  }))
  registerRoute(app, context, contract.endCalendarFeed, { limits: [hourlyPerPerson(20)] }, async ({ caller }) => {
    await feeds.endAddress(s, caller.accountId)
    return { message: "The address has ended. Calendars that have it show nothing any more.", data: { url: null } }
  })
  const reading = { limits: [perFeed, perNetwork(600, 600)] }
  registerRoute(app, context, contract.readCalendarFeed, reading, async ({ query, request, reply }) => {
    const bytes = Buffer.from(writeFeed(await feeds.entriesOf(s, query), s.config.publicUrl))
    reply.header("x-robots-tag", "noindex")
    const etag = createHash("sha256").update(bytes).digest("base64url")
    const file = { bytes, etag, type: "text/calendar; charset=utf-8", name: "academy.ics" }
    await sendMedia(request, reply, { ...file, cache: { who: "person", seconds: 0 } })
  })
}
