import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { messages } from "#contract/messages.ts"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import * as cutOuts from "#contract/studio/cut-outs.ts"
import * as contract from "#contract/studio/photos.ts"
import * as scenes from "#contract/studio/scenes.ts"
import type { RunKind, RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { runWaiter, showRun } from "#server/features/studio/runs/service.ts"
import { sendMedia } from "#server/media/send.ts"
import { AppError } from "#server/platform/errors.ts"
import { readAgreedCredits } from "#server/platform/http/agreed-credits.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { countFreeWork } from "#server/platform/pictures/free-work.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { chooseAnswer, listDoubts, refineCutOut, sendAnswer, settleCutOut, showCutOut } from "./cut-outs.ts"
import { describeKind } from "./describe-kind.ts"
import { cutOutKind, upscaleKind } from "./kinds.ts"
import { isFree, sceneKind } from "./scene-kind.ts"
import * as photos from "./service.ts"

/** Keeps one person from flooding the queue, and the memory with data addresses. */
const photoLimit = perPerson(120, 60)

const options = { limits: [photoLimit], bodyLimit: contract.photoBodyBytes }

/** Free work for one person. */
const refineLimit = perPerson(40, 60)

const refining = { limits: [refineLimit] }

export function photoRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const awaitRun = runWaiter(app, s)

  /** Waits for the run as long as a call may wait, and says what became of it. */
  const answer = async (
    kind: RunKind,
    placed: RunRow,
    made: string,
    { reply }: { reply: FastifyReply },
  ): Promise<contract.PhotoReply> => {
    const run = await awaitRun(reply, placed)
    if (run.status === "failed") throw failed(run)
    const job = await showRun(s, kind, run)
    if (run.status === "cancelled") return { message: "Cancelled. Your credits are back.", data: null, job }
    if (run.status !== "ready") return { message: "Your photo is still being worked on.", data: null, job }
    const {
      picture,
      text,
      isSettled = true,
      isWaiting = false,
    } = (job.result ?? {}) as Partial<contract.PhotoResult> & { text?: string }
    const message = isWaiting ? messages.sceneWaits : isSettled ? made : messages.cutOutDoubt
    return { message, data: text ?? picture?.url ?? null, job }
  }
  const termsOf = ({ headers }: FastifyRequest) => ({
    idempotencyKey: readIdempotencyKey(headers["idempotency-key"]),
    agreedCredits: readAgreedCredits(headers[agreedCreditsHeader]),
  })

  registerRoute(app, context, contract.upscalePhoto, options, async ({ caller, body, request, reply }) => {
    const placed = await photos.upscale(s, { caller, body, ...termsOf(request) })
    return answer(upscaleKind, placed, messages.photoUpscaled, { reply })
  })
  registerRoute(app, context, contract.removeBackground, options, async ({ caller, body, request, reply }) => {
    const placed = await photos.cutOut(s, { caller, body, ...termsOf(request) })
    return answer(cutOutKind, placed, messages.backgroundRemoved, { reply })
  })
  registerRoute(app, context, scenes.makeScene, { limits: [photoLimit] }, async ({ caller, body, request, reply }) => {
    if (isFree(body.ground)) await countFreeWork(s.db, request, context.rateLimitFactor)
    const placed = await photos.makeScene(s, { caller, body, ...termsOf(request) })
    return answer(sceneKind, placed, scenes.sceneMade(scenes.sceneTitle(body.ground)), { reply })
  })
  registerRoute(app, context, scenes.listSceneSets, {}, async () => ({
    data: s.engine.capabilities.templates.map(({ name, use, takesColours }) => ({ name, use, takesColours })),
  }))
  registerRoute(app, context, cutOuts.listDoubts, {}, async ({ caller, query }) => ({
    data: await listDoubts(s, caller.accountId, query.pictures),
  }))
  registerRoute(app, context, cutOuts.getCutOut, {}, async ({ caller, params }) => ({
    data: await showCutOut(s, caller, params.pictureId),
  }))
  registerRoute(app, context, cutOuts.refineCutOut, refining, async ({ caller, params, body, request }) => {
    await countFreeWork(s.db, request, context.rateLimitFactor)
    return { data: await refineCutOut(s, caller, params.pictureId, body, workerOf(request)) }
  })
  registerRoute(app, context, cutOuts.restoreCutOut, refining, async ({ caller, params }) => ({
    data: await chooseAnswer(s, caller, params.pictureId, "first"),
  }))
  registerRoute(app, context, cutOuts.chooseAnswer, refining, async ({ caller, params, body }) => ({
    data: await chooseAnswer(s, caller, params.pictureId, body.answer),
  }))
  registerRoute(app, context, cutOuts.settleCutOut, refining, async ({ caller, params, body }) => ({
    data: await settleCutOut(s, caller, params.pictureId, body.version),
  }))
  app.get<{ Params: { id: string; answer: string } }>(
    cutOuts.answerPath(":id", ":answer"),
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, answer } = request.params
      return sendMedia(request, reply, await sendAnswer(s, await context.authenticate(request), id, answer))
    },
  )
  registerRoute(app, context, contract.describePhoto, options, async ({ caller, body, request, reply }) => {
    const placed = await photos.describe(s, { caller, body, ...termsOf(request) })
    return answer(describeKind, placed, messages.promptWritten, { reply })
  })
}

/** What is wrong with the photo is the sender's, the rest is ours. */
function failed({ failure }: RunRow): AppError {
  const isOurs = failure === null || failure === messages.photoFailed
  return isOurs
    ? new AppError("engine_failed", messages.photoFailed)
    : new AppError("general_argument_invalid", failure)
}
