import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/batches.ts"
import type { Services } from "#server/declarations/services.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { packBatch } from "./download.ts"
import * as batches from "./service.ts"

/** A batch is much work at once. */
const batchLimit = perPerson(20, 60)

export function batchRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limits = [batchLimit]
  registerRoute(app, context, contract.startBatch, { limits }, async ({ caller, body, request }) => ({
    data: await batches.startBatch(s, caller, body, readIdempotencyKey(request.headers["idempotency-key"])),
  }))
  registerRoute(app, context, contract.getBatch, {}, async ({ caller, params }) => ({
    data: await batches.getBatch(s, caller.accountId, params.batchId),
  }))
  registerRoute(app, context, contract.retryBatch, { limits }, async ({ caller, params }) => ({
    data: await batches.retryBatch(s, caller.accountId, params.batchId),
  }))
  registerRoute(app, context, contract.orderSets, { limits }, async ({ caller, params }) => ({
    data: await batches.orderSets(s, caller.accountId, params.batchId),
  }))
  registerRoute(app, context, contract.stopBatch, { limits }, async ({ caller, params }) => ({
    data: await batches.stopBatch(s, caller.accountId, params.batchId),
  }))
  registerRoute(app, context, contract.downloadBatch, { limits }, async ({ caller, params, request, reply }) => {
    reply.header("content-type", "application/zip")
    reply.header("content-disposition", 'attachment; filename="batch.zip"')
    return reply.send(await packBatch(s, caller.accountId, params.batchId, workerOf(request)))
  })
}
