import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { tryDays } from "#contract/catalogue/guest-trial.ts"
import * as contract from "#contract/studio/guest-trial.ts"
import type { Services } from "#server/declarations/services.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { type Sending, sendMedia } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { tryPreviewKey } from "./job.ts"
import { beginTry, claimTry, findOwnTry, isOffered, toTry } from "./service.ts"

/** Cookie that holds the secret of a browser's try. */
const tryCookie = "aworan_try"

/** A household or a small office shares an address; more than this is somebody who empties the well. */
const perNetwork: RouteLimit = { max: 3, windowSeconds: 86_400, by: ({ ip }) => `ip:${ip}` }

/** A page asks every second or so while it waits. */
const perNetworkAsking: RouteLimit = { max: 600, windowSeconds: 600, by: ({ ip }) => `ip:${ip}` }

function secretOf(request: FastifyRequest): string | null {
  const value = request.cookies[tryCookie]
  return value && value.length <= 64 ? value : null
}

/** One free picture for a visitor, and its way into an account. */
export function guestTrialRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const attributes = (request: FastifyRequest) =>
    ({
      path: "/tries",
      httpOnly: true,
      secure: request.protocol === "https" || s.config.publicUrl.startsWith("https:"),
      sameSite: "lax",
    }) as const

  registerRoute(app, context, contract.startTry, { limits: [perNetwork] }, async ({ body, request, reply }) => {
    const { data, secret } = await beginTry(s, secretOf(request), body.prompt)
    if (secret !== null) {
      reply.setCookie(tryCookie, secret, { ...attributes(request), maxAge: tryDays * 86_400 })
    }
    return { data }
  })
  registerRoute(app, context, contract.getTry, { limits: [perNetworkAsking] }, async ({ request }) => {
    const row = await findOwnTry(s, secretOf(request))
    return { data: { isOffered: await isOffered(s), try: row ? toTry(row) : null } }
  })
  registerRoute(app, context, contract.claimTry, {}, async ({ caller, request, reply }) => {
    const isClaimed = await claimTry(s, secretOf(request), caller.accountId)
    if (isClaimed) reply.clearCookie(tryCookie, attributes(request))
    return { data: { isClaimed } }
  })

  const send = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    what: "picture" | "preview",
  ) => {
    const row = await findOwnTry(s, secretOf(request))
    if (!row || row.id !== request.params.id) throw missingPicture()
    const { storageKey, mimeType } = row
    const isReady = what === "picture"
    if (isReady && !(storageKey && mimeType)) throw missingPicture()
    const key = isReady && storageKey ? storageKey : tryPreviewKey(row.id)
    const sending: Sending = {
      bytes: storedAt(s.storage, key, missingPicture),
      type: (isReady && mimeType) || "image/webp",
      name: `aworan-${what}.webp`,
      etag: isReady ? key : null,
      cache: isReady ? { who: "person", seconds: 3_600 } : "never",
    }
    return sendMedia(request, reply, sending)
  }
  const hide = { schema: { hide: true } } as const
  app.get<{ Params: { id: string } }>("/tries/:id/picture", hide, (request, reply) => send(request, reply, "picture"))
  app.get<{ Params: { id: string } }>("/tries/:id/preview", hide, (request, reply) => send(request, reply, "preview"))
}
