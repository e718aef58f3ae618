import type { FastifyInstance } from "fastify"
import { findMode, type Mode, type ReplyShape } from "#contract/catalogue/modes.ts"
import type { Endpoint } from "#contract/endpoint.ts"
import { messages } from "#contract/messages.ts"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import { serialiseDate } from "#contract/primitives.ts"
import * as contract from "#contract/studio/generations.ts"
import { generateWithModel } from "#contract/studio/trainings.ts"
import type { RunKind, RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { changeVisibility } from "#server/features/studio/publishing/service.ts"
import { runWaiter } from "#server/features/studio/runs/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { readAgreedCredits } from "#server/platform/http/agreed-credits.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as generations from "./service.ts"

/** Keeps one person from flooding the queue with requests, whatever becomes of them. */
const orderLimit = perPerson(240, 60)

/** A form asks after every pause in typing. */
const readingLimit = perPerson(600, 60)

/** The generation calls and the mode each stands for. */
const calls = [
  { call: contract.generateFlux11, slug: "flux1.1-pro" },
  { call: contract.generateFlux11Ultra, slug: "flux1.1-ultra" },
  { call: contract.generateFluxDevRealism, slug: "flux-dev-realism" },
  { call: contract.generateDalle3, slug: "dalle3" },
  { call: contract.generateGhibsky, slug: "ghibsky-style" },
  { call: contract.generateCinestill, slug: "cnstill-style" },
  { call: contract.generateHalfIllustration, slug: "tok-style" },
] as const

/** Several modes share the default path and are told apart by the body (docs/product-rules.md#modes); any other name is the default. */
function modeOf(call: Endpoint, slug: string, wanted: string | undefined): Mode {
  const asked = findMode(wanted ?? slug)
  return asked.path === call.path ? asked : findMode(slug)
}

export function generationRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  kinds: ReadonlyMap<string, RunKind>,
): void {
  const awaitRun = runWaiter(app, s)
  for (const { call, slug } of calls) {
    registerRoute(app, context, call, { limits: [orderLimit] }, async ({ caller, body, request, reply }) => {
      const mode = modeOf(call, slug, body.mode)
      const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"])
      const placed = await generations.placeOrder(s, {
        accountId: caller.accountId,
        isVerified: caller.isVerified,
        mode,
        body,
        idempotencyKey,
        agreedCredits: readAgreedCredits(request.headers[agreedCreditsHeader]),
      })
      return answer(s, mode.reply, await awaitRun(reply, placed))
    })
  }
  registerRoute(
    app,
    context,
    generateWithModel,
    { limits: [orderLimit] },
    async ({ caller, params, body, request, reply }) => {
      const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"])
      const { trainingId } = params
      const { accountId, isVerified } = caller
      const agreedCredits = readAgreedCredits(request.headers[agreedCreditsHeader])
      const order = { accountId, isVerified, trainingId, body, idempotencyKey, agreedCredits }
      return answer(s, "list", await awaitRun(reply, await generations.placeModelOrder(s, order)))
    },
  )
  registerRoute(app, context, contract.getOrder, {}, async ({ caller, params }) => ({
    data: await generations.getOrder(s, caller.accountId, params.orderId),
  }))
  registerRoute(app, context, contract.listOpenOrders, {}, async ({ caller }) =>
    generations.openWork(s, kinds, caller.accountId),
  )
  registerRoute(app, context, contract.cancelOrder, {}, async ({ caller, params }) => ({
    data: await generations.cancelOrder(s, caller.accountId, params.orderId),
  }))
  registerRoute(app, context, contract.changeVisibility, { limits: [orderLimit] }, async ({ caller, params, body }) => {
    const wish = { id: params.pictureId, isPublic: body.is_public }
    const waitsUntil = await changeVisibility(s, generations.pictureVisibility, caller, wish)
    return { data: { is_public: body.is_public, waits_until: waitsUntil && serialiseDate(waitsUntil) } }
  })
  registerRoute(app, context, contract.readPrompt, { limits: [readingLimit] }, async ({ caller, body }) => ({
    data: await generations.readPrompt(s, caller.accountId, body),
  }))
  registerRoute(app, context, contract.getStudio, {}, async ({ caller }) => ({
    data: await generations.showStudio(s, caller.accountId),
  }))
}

async function answer(s: Services, shape: ReplyShape, row: RunRow): Promise<contract.GenerateReply> {
  if (row.status === "failed") throw new AppError("engine_failed", row.failure ?? messages.generationFailed)
  const job = await generations.showOrder(s, row)
  if (row.status === "cancelled") return { message: "The order was cancelled.", data: null, job }
  if (row.status !== "ready") return { message: "Your picture is still being drawn.", data: null, job }
  const urls = job.pictures.map((picture) => picture.url)
  return { message: messages.dalleGenerated, data: shape === "list" ? urls : (urls[0] ?? null), job }
}
