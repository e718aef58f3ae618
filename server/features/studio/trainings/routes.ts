import type { FastifyInstance } from "fastify"
import * as looking from "#contract/studio/training-looks.ts"
import * as contract from "#contract/studio/trainings.ts"
import type { Services } from "#server/declarations/services.ts"
import { sendMedia } from "#server/media/send.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { countFreeWork } from "#server/platform/pictures/free-work.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { lookAtCutOut, sendLook, settleLook } from "./looks.ts"
import * as trainings from "./service.ts"

/** Own models: what becomes of them, and what they may be asked for. Starting and removing one are documents' calls. */
export function trainingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limits = [perPerson(60, 60)]
  registerRoute(app, context, contract.listModels, {}, async ({ caller }) => ({
    data: await trainings.listModels(s, caller.accountId),
  }))
  registerRoute(app, context, contract.getModel, {}, async ({ caller, params }) => ({
    data: await trainings.getModel(s, caller.accountId, params.trainingId),
  }))
  registerRoute(app, context, contract.renameModel, { limits }, async ({ caller, params, body }) => ({
    data: await trainings.renameModel(s, caller.accountId, params.trainingId, body.title),
  }))
  registerRoute(app, context, contract.cancelModel, { limits }, async ({ caller, params }) => ({
    data: await trainings.cancelModel(s, caller.accountId, params.trainingId),
  }))
  registerRoute(app, context, contract.orderShots, { limits }, async ({ caller, params, body, request }) => ({
    data: await trainings.orderShots(s, {
      accountId: caller.accountId,
      isVerified: caller.isVerified,
      trainingId: params.trainingId,
      count: body.count,
      idempotencyKey: readIdempotencyKey(request.headers["idempotency-key"]),
    }),
  }))
  const looks = [perPerson(120, 60)]
  registerRoute(app, context, looking.lookAtCutOut, { limits: looks }, async ({ caller, body, request }) => {
    await countFreeWork(s.db, request, context.rateLimitFactor)
    return { data: await lookAtCutOut(s, caller, body.image, workerOf(request)) }
  })
  registerRoute(app, context, looking.settleLook, { limits }, async ({ caller, body }) => ({
    data: await settleLook(s, caller, body.image, body.answer),
  }))
  app.get<{ Params: { id: string; answer: string } }>(
    looking.lookPath(":id", ":answer"),
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, answer } = request.params
      return sendMedia(request, reply, await sendLook(s, await context.authenticate(request), id, answer))
    },
  )
  registerRoute(app, context, contract.checkPhoto, { limits: [perPerson(120, 60)] }, async ({ body, request }) => {
    await countFreeWork(s.db, request, context.rateLimitFactor)
    const { isUsable, findings } = await trainings.checkPhoto(s, body.photo, workerOf(request))
    return { data: { isUsable, findings } }
  })
}
