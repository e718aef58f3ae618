import type { FastifyInstance, FastifyRequest } from "fastify"
import * as contract from "#contract/academy/teaching-queue.ts"
import type { Services } from "#server/declarations/services.ts"
import { teacherOf } from "#server/features/academy/learning/service.ts"
import { requireRight } from "#server/features/identity/operators/service.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as queue from "./service.ts"

export function queueRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const lookerOf = async (caller: Caller, request: FastifyRequest): Promise<queue.Looker> => {
    const { operatorRole: role } = requireRight("teaching", caller)
    return { ...(await teacherOf(s, caller, request.ip)), role }
  }
  const reading = { limits: [perPerson(240, 60)] }
  registerRoute(app, context, contract.countQueue, reading, async ({ caller, request }) => {
    return { data: await queue.countQueue(s, await lookerOf(caller, request)) }
  })
  registerRoute(app, context, contract.listOpenQuestions, reading, async ({ caller, query, request }) => {
    return queue.listOpenQuestions(s, await lookerOf(caller, request), query.after)
  })
  registerRoute(app, context, contract.listQuiet, reading, async ({ caller, query, request }) => {
    return queue.listQuiet(s, await lookerOf(caller, request), query.after)
  })
  registerRoute(app, context, contract.writeToQuiet, {}, async ({ caller, params, request }) => {
    await queue.writeToQuiet(s, await lookerOf(caller, request), params.placeId)
    return { message: "They are told. They are not on this list for a week." }
  })
}
