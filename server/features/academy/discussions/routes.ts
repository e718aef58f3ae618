import type { FastifyInstance } from "fastify"
import * as contract from "#contract/academy/discussions.ts"
import type { Services } from "#server/declarations/services.ts"
import { teacherOf } from "#server/features/academy/learning/service.ts"
import { requireRight } from "#server/features/identity/operators/service.ts"
import { sendMedia } from "#server/media/send.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerPerson, perPerson } from "#server/platform/http/route-limits.ts"
import * as moderation from "./moderation.ts"
import * as discussions from "./service.ts"
import * as writing from "./writing.ts"

const reading = { limits: [perPerson(240, 60)] }

/** A conversation is quicker than that for nobody; what is more is a flood. */
const writingLimits = { limits: [perPerson(10, 60), hourlyPerPerson(120)] }

/** Few enough that nobody floods those who teach. */
const reporting = { limits: [hourlyPerPerson(20)] }

/** Discussions of a cohort, for those who learn in it and those who teach it. */
export function discussionRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listThreads, reading, async ({ caller, query }) =>
    discussions.listThreads(s, caller, query),
  )
  registerRoute(
    app,
    context,
    contract.searchDiscussions,
    { limits: [perPerson(60, 60)] },
    async ({ caller, query }) => ({
      data: await discussions.search(s, caller, query),
    }),
  )
  registerRoute(app, context, contract.getThread, reading, async ({ caller, params, query }) => ({
    data: await discussions.getThread(s, caller, params.threadId, query.after),
  }))
  registerRoute(app, context, contract.getEntryPicture, reading, async ({ caller, params, request, reply }) => {
    const reader = { caller, ip: request.ip, left: request.left }
    await sendMedia(request, reply, await discussions.entryPicture(s, reader, params))
  })
  registerRoute(app, context, contract.addThread, writingLimits, async ({ caller, body }) => ({
    data: { id: await writing.addThread(s, caller, body) },
  }))
  registerRoute(
    app,
    context,
    contract.addAnswer,
    { ...writingLimits, countsAs: contract.addThread },
    async ({ caller, params, body }) => ({ data: { id: await writing.addAnswer(s, caller, params.threadId, body) } }),
  )
  registerRoute(
    app,
    context,
    contract.changeEntry,
    { ...writingLimits, countsAs: contract.addThread },
    async ({ caller, params, body }) => {
      await writing.changeEntry(s, caller, params.entryId, body)
      return { message: "Your words are changed." }
    },
  )
  registerRoute(app, context, contract.deleteEntry, reading, async ({ caller, params }) => {
    await writing.deleteEntry(s, caller, params.entryId)
    return null
  })
  registerRoute(app, context, contract.markThread, reading, async ({ caller, params, body }) => {
    await writing.markThread(s, caller, params.threadId, body)
    return null
  })
  registerRoute(app, context, contract.acceptAnswer, reading, async ({ caller, params, body }) => {
    await writing.acceptAnswer(s, caller, params.threadId, body.entryId)
    return { message: body.entryId === null ? "No answer is marked any more." : "Marked as the answer that helped." }
  })
  registerRoute(app, context, contract.reportEntry, reporting, async ({ caller, params, body }) => {
    await writing.reportEntry(s, caller, params.entryId, body)
    return { message: "Thank you. A teacher will look at it." }
  })
  teachingRoutes(app, s, context)
}

function teachingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listReportedEntries, {}, async ({ caller, request }) => {
    const { cohorts } = await teacherOf(s, caller, request.ip)
    return { data: await moderation.listReported(s, cohorts) }
  })
  registerRoute(app, context, contract.moderateThread, reading, async ({ caller, params, body, request }) => {
    await moderation.moderateThread(s, requireRight("teaching", caller), request.ip, { ...params, ...body })
    return { message: "Saved." }
  })
  registerRoute(app, context, contract.hideEntry, reading, async ({ caller, params, body, request }) => {
    await moderation.hideEntry(s, requireRight("teaching", caller), request.ip, { ...params, ...body })
    return { message: "Hidden. Its author is told why." }
  })
  registerRoute(app, context, contract.dismissEntryReports, reading, async ({ caller, params, body, request }) => {
    await moderation.dismissReports(s, requireRight("teaching", caller), request.ip, { ...params, ...body })
    return { message: "The reports are closed. The entry stays." }
  })
}
