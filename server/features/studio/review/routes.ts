import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/review.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { sendMedia } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import * as review from "./service.ts"

/** Reports: few enough that nobody floods the desk, more than one evening's look at the showcase gives. */
const perNetwork: RouteLimit = { max: 20, windowSeconds: 3_600, by: ({ ip }) => `ip:${ip}` }
const perPerson: RouteLimit = {
  max: 20,
  windowSeconds: 3_600,
  by: ({ caller }) => (caller.kind === "person" ? `person:${caller.accountId}` : null),
}

const acting: RouteLimit = {
  max: 240,
  windowSeconds: 60,
  by: ({ caller }) => (caller.kind === "person" ? `person:${caller.accountId}` : null),
}

/** Calls that decide about one picture, what each does, and what the operator reads then. */
const steps = [
  [contract.takePictureDown, review.takeDown, "The picture is down, and its owner gets a mail."],
  [contract.restorePicture, review.restore, "The picture is public again."],
  [contract.dismissReports, review.dismissReports, "The reports are closed. The picture stays."],
  [contract.approvePicture, review.approve, "The picture is on the showcase."],
  [contract.pickPicture, review.pick, "The picture stands first on the showcase."],
  [contract.unpickPicture, review.unpick, "The picture is not picked any more."],
] as const

/** Reports by anybody, and the desk where operators look at public pictures. */
export function reviewRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const options = { limits: [acting] }
  registerRoute(
    app,
    context,
    contract.reportPicture,
    { limits: [perNetwork, perPerson] },
    async ({ caller, body, request }) => {
      const { pictureId: id, source, reason, note } = body
      await review.reportPicture(s, caller, request.ip, { source, id, reason, note })
      return { message: "Thank you. Somebody will look at it." }
    },
  )
  registerRoute(app, context, contract.listPicks, {}, async () => ({ data: await review.listPicks(s) }))
  registerRoute(app, context, contract.listReview, options, async ({ caller, query, request }) => {
    operatorWith("review", caller, request.ip)
    return review.listReview(s, query.list, query.before)
  })
  registerRoute(app, context, contract.listReviewCsv, options, async ({ caller, query, request, reply }) => {
    operatorWith("review", caller, request.ip)
    await sendCsv(reply, "review.csv", review.reviewLines(s, query.list))
  })
  for (const [call, act, message] of steps) {
    registerRoute(app, context, call, options, async ({ caller, params, body, request }) => {
      const { source, pictureId: id } = params
      await act(s, operatorWith("review", caller, request.ip), { source, id }, body.reason)
      return { message }
    })
  }
  app.get<{ Params: { source: string; id: string } }>(
    "/operators/review/:source/:id/preview",
    { schema: { hide: true } },
    async (request, reply) => {
      operatorWith("review", await context.authenticate(request), request.ip)
      const source = contract.PictureSource.safeParse(request.params.source)
      if (!source.success) throw missingPicture()
      const { storageKey } = await review.findReviewed(s, { source: source.data, id: request.params.id })
      const bytes = storedAt(s.storage, thumbnailKey(storageKey, 640), missingPicture)
      return sendMedia(request, reply, { bytes, type: "image/webp", name: "preview.webp", etag: null, cache: "never" })
    },
  )
}
