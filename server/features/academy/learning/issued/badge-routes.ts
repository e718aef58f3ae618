import type { FastifyInstance, FastifyReply } from "fastify"
import * as contract from "#contract/academy/badges.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith, requireRight } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perNetwork } from "#server/platform/http/route-limits.ts"
import { keysThatCount, listForStaff, publicKey, renewKey } from "./badge-keys.ts"
import { checkBadge, issuerOf, writeBadge, writeStatusList } from "./badges.ts"

/** How long readers of badges may keep the academy's profile and its keys, in seconds. */
const keysAge = 300

const reading = { limits: [perNetwork(120, 60)] }

/** Signing is work, and anybody may ask for it. */
const signing = { limits: [perNetwork(60, 60)] }

/** Badges, and what their readers need to check them: pages of any site may read these. */
export function badgeRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getBadge, signing, async ({ params, reply }) => {
    const badge = await writeBadge(s, params.code)
    reply.header("content-disposition", `attachment; filename="badge-${params.code}.jwt"`)
    return sendCredential(reply, badge, 0)
  })
  registerRoute(app, context, contract.getBadgeIssuer, reading, async ({ reply }) => {
    openToAll(reply, keysAge)
    return issuerOf(s)
  })
  registerRoute(app, context, contract.getBadgeKeys, reading, async ({ reply }) => {
    openToAll(reply, keysAge)
    return { keys: (await keysThatCount(s.db)).map((key) => publicKey(s, key)) }
  })
  registerRoute(app, context, contract.getBadgeKey, reading, async ({ params, reply }) => {
    const key = (await keysThatCount(s.db)).find(({ id }) => id === params.id)
    if (!key) throw new AppError("not_found", "There is no such key.")
    openToAll(reply, keysAge)
    return publicKey(s, key)
  })
  registerRoute(app, context, contract.getBadgeStatus, signing, async ({ params, reply }) =>
    sendCredential(reply, await writeStatusList(s, params.list), contract.statusListAge),
  )
  registerRoute(app, context, contract.checkBadge, { limits: [perNetwork(30, 600)] }, async ({ body }) => ({
    data: await checkBadge(s, body),
  }))
  registerRoute(app, context, contract.listBadgeKeys, {}, async ({ caller }) => {
    requireRight("badges.see", caller)
    return { data: await listForStaff(s) }
  })
  registerRoute(app, context, contract.renewBadgeKey, {}, async ({ caller, body, request }) => {
    await renewKey(s, operatorWith("badges.keys", caller, request.ip), body)
    return { message: "The new key signs from now on." }
  })
}

function sendCredential(reply: FastifyReply, credential: string, seconds: number): FastifyReply {
  openToAll(reply, seconds)
  return reply.type("application/vc+jwt").send(credential)
}

/** @param seconds how long it may be kept; 0 for not at all */
function openToAll(reply: FastifyReply, seconds: number): void {
  if (!reply.hasHeader("access-control-allow-origin")) reply.header("access-control-allow-origin", "*")
  if (seconds > 0) reply.header("cache-control", `public, max-age=${seconds}`)
}
