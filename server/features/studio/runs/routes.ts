import type { FastifyInstance } from "fastify"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import { getFees } from "#contract/studio/fees.ts"
import * as contract from "#contract/studio/runs.ts"
import * as running from "#contract/studio/runs-admin.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { readAgreedCredits } from "#server/platform/http/agreed-credits.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as office from "./admin.ts"
import * as failed from "./failed.ts"
import * as runs from "./service.ts"

/** As with new orders. */
const retryLimit = perPerson(240, 60)

/** Runs of every kind; generations have calls of their own besides. */
export function runRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  kinds: ReadonlyMap<string, RunKind>,
): void {
  registerRoute(app, context, getFees, {}, async () => ({ data: { ...s.config.fees } }))
  registerRoute(app, context, contract.getRun, {}, async ({ caller, params }) => ({
    data: await runs.getRun(s, kinds, caller.accountId, params.runId),
  }))
  registerRoute(app, context, contract.listOpenRuns, {}, async ({ caller }) => ({
    data: await runs.showOpenRuns(s, kinds, caller.accountId),
  }))
  registerRoute(app, context, contract.listFailedRuns, {}, async ({ caller }) => ({
    data: await failed.listFailed(s, kinds, caller.accountId),
  }))
  registerRoute(app, context, contract.retryRun, { limits: [retryLimit] }, async ({ caller, params, request }) => {
    const agreedCredits = readAgreedCredits(request.headers[agreedCreditsHeader])
    return { data: await failed.retryRun(s, kinds, caller.accountId, { id: params.runId, agreedCredits }) }
  })
  registerRoute(app, context, contract.putAwayRun, {}, async ({ caller, params }) => {
    await failed.putAway(s, caller.accountId, params.runId)
    return { message: "It is shown no more." }
  })
  registerRoute(app, context, contract.cancelRun, {}, async ({ caller, params }) => {
    const row = await runs.findOwnRun(s.db, caller.accountId, params.runId)
    const kind = row && kinds.get(row.kind)
    if (!kind) throw new AppError("not_found", "This order does not exist.")
    await runs.cancelRun(s, kind, caller.accountId, row.id)
    return { data: await runs.getRun(s, kinds, caller.accountId, row.id) }
  })
  adminRoutes(app, s, context, kinds)
}

/** The desk where operators see runs and engines. */
function adminRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  kinds: ReadonlyMap<string, RunKind>,
): void {
  registerRoute(app, context, running.listAdminRuns, {}, async ({ caller, query, request }) => {
    operatorWith("runs.see", caller, request.ip)
    const { status, engine, failure, before } = query
    return office.listRuns(s, { status, engine, failure, before })
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, running.listAdminRunsCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("runs.see", caller, request.ip)
    const { status, engine, failure } = query
    await sendCsv(reply, "runs.csv", office.runLines(s, { status, engine, failure }))
  })
  registerRoute(app, context, running.getEngineHealth, {}, async ({ caller, request }) => {
    operatorWith("runs.see", caller, request.ip)
    return { data: await office.showEngines(s) }
  })
  registerRoute(app, context, running.refundRuns, {}, async ({ caller, body, request }) => ({
    data: await office.refundRuns(s, operatorWith("runs.refund", caller, request.ip), kinds, body),
  }))
  registerRoute(app, context, running.retryRuns, {}, async ({ caller, body, request }) => ({
    data: await office.retryRuns(s, operatorWith("runs.retry", caller, request.ip), kinds, body),
  }))
}
