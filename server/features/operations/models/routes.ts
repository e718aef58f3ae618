import type { FastifyInstance } from "fastify"
import * as contract from "#contract/operations/models.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as models from "./service.ts"

/** Published models, added and removed by a press. */
export function modelRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listModels, { limits: [perPerson(240, 60)] }, async ({ caller, request }) => {
    operatorWith("models", caller, request.ip)
    return { data: { cutOuts: await models.tellCutOuts(s), models: await models.listModels(s) } }
  })
  const acting = { limits: [perPerson(20, 60)] }
  registerRoute(app, context, contract.addModel, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("models", caller, request.ip)
    await models.beginAdding(s, operator, params.modelId, { reason: body.reason, isForWorker: true })
    return { message: "It is being fetched. You may leave this page." }
  })
  registerRoute(app, context, contract.removeModel, acting, async ({ caller, params, body, request }) => {
    await models.removeModel(s, operatorWith("models", caller, request.ip), params.modelId, body.reason)
    return { message: "It is removed. New cut-outs are made without it." }
  })
}
