import type { FastifyInstance } from "fastify"
import * as contract from "#contract/academy/admissions-admin.ts"
import * as cohorts from "#contract/academy/cohorts-admin.ts"
import * as interviews from "#contract/academy/interviews-admin.ts"
import * as marking from "#contract/academy/marking-admin.ts"
import { changeCohortFees, changeCohortTexts } from "#contract/academy/program-terms.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Operator, operatorWith, requireRight } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as admin from "./admin.ts"
import * as acts from "./admin-steps.ts"
import { claimSheet, linesToMark, listToMark, showForMarking } from "./assessments.ts"

/** @throws AppError as `requireRight` */
function requireAdmissions(caller: Person): void {
  requireRight("admissions", caller)
}

/** Who changes something. @throws AppError as `requireRight` */
const admitter = (caller: Person, ip: string): Operator => operatorWith("admissions", caller, ip)

/** What the people who admit do. */
export function admissionAdminRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  applicationRoutes(app, s, context)
  markingRoutes(app, s, context)
  calendarRoutes(app, s, context)
  cohortRoutes(app, s, context)
}

function applicationRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listApplications, {}, async ({ caller, query }) => {
    requireAdmissions(caller)
    return admin.readBoard(s, query)
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, contract.listApplicationsCsv, files, async ({ caller, query, reply }) => {
    requireAdmissions(caller)
    await sendCsv(reply, "applications.csv", admin.applicationLines(s, query))
  })
  registerRoute(app, context, contract.getApplication, {}, async ({ caller, params }) => {
    requireAdmissions(caller)
    return { data: await admin.readFile(s, params.id) }
  })
  registerRoute(app, context, contract.previewEmail, {}, async ({ caller, params, body }) => {
    requireAdmissions(caller)
    return { data: await admin.preview(s, params.id, { ...body, awardNaira: body.award }) }
  })
  registerRoute(app, context, contract.decideApplication, {}, async ({ caller, params, body, request }) => {
    const { reason, award, ...decision } = body
    const operator = admitter(caller, request.ip)
    await acts.decideOne(s, operator, params.id, { ...decision, awardNaira: award }, reason)
    return { message: `The applicant is ${body.outcome}, and the letter is on its way.` }
  })
  registerRoute(app, context, contract.decideMany, {}, async ({ caller, body, request }) => {
    const data = await acts.decideMany(s, admitter(caller, request.ip), body)
    const rest = data.skipped.length === 0 ? "" : ` ${data.skipped.length} could not be.`
    return { message: `${data.done} ${data.done === 1 ? "is" : "are"} ${body.outcome}.${rest}`, data }
  })
  registerRoute(app, context, contract.recordInterview, {}, async ({ caller, params, body, request }) => {
    await acts.interview(s, admitter(caller, request.ip), params.id, body)
    return { message: "The interview is written down." }
  })
  registerRoute(app, context, contract.allowRetake, {}, async ({ caller, params, body, request }) => {
    await acts.retake(s, admitter(caller, request.ip), params.id, body)
    return { message: "The applicant may take the assessment once more." }
  })
  registerRoute(app, context, contract.withdrawLearner, {}, async ({ caller, params, body, request }) => {
    await acts.endPlace(s, admitter(caller, request.ip), params.id, body)
    return { message: "The place is free again." }
  })
}

function markingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, marking.listToMark, {}, async ({ caller, query }) => {
    requireAdmissions(caller)
    return { data: await listToMark(s, caller.accountId, query.program ?? null) }
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, marking.listToMarkCsv, files, async ({ caller, query, reply }) => {
    requireAdmissions(caller)
    await sendCsv(reply, "marking.csv", linesToMark(s, query.program ?? null))
  })
  registerRoute(app, context, marking.getMarkSheet, {}, async ({ caller, params }) => {
    requireAdmissions(caller)
    return { data: await showForMarking(s, caller.accountId, params.id) }
  })
  const opening = { limits: [perPerson(240, 60)] }
  registerRoute(app, context, marking.claimAssessment, opening, async ({ caller, params }) => {
    requireAdmissions(caller)
    return { data: { claimedBy: await claimSheet(s, caller.accountId, params.id) } }
  })
  registerRoute(app, context, marking.markAssessment, {}, async ({ caller, params, body, request }) => {
    const isMarked = await acts.mark(s, admitter(caller, request.ip), params.id, body)
    return { message: isMarked ? "Marked; the applicant gets the result." : "Saved.", data: { isMarked } }
  })
}

function calendarRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, interviews.listSlots, {}, async ({ caller, query }) => {
    requireAdmissions(caller)
    return { data: await admin.readSlots(s, query) }
  })
  registerRoute(app, context, interviews.openSlots, {}, async ({ caller, body, request }) => {
    const count = await acts.openTimes(s, admitter(caller, request.ip), body)
    return { message: `${count} ${count === 1 ? "time is" : "times are"} open.` }
  })
  registerRoute(app, context, interviews.closeSlot, {}, async ({ caller, params, body, request }) => {
    await acts.closeTime(s, admitter(caller, request.ip), params.id, body.reason)
    return { message: "The time is taken back." }
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, interviews.listSlotsCsv, files, async ({ caller, query, reply }) => {
    requireAdmissions(caller)
    await sendCsv(reply, "interviews.csv", admin.slotLines(s, query))
  })
}

function cohortRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, cohorts.listCohorts, {}, async ({ caller, query }) => {
    requireRight("cohorts.see", caller)
    return { data: await admin.readCohorts(s, query), waiting: await admin.countWaiting(s) }
  })
  registerRoute(app, context, cohorts.listCohortsCsv, files, async ({ caller, query, reply }) => {
    requireRight("cohorts.see", caller)
    await sendCsv(reply, "cohorts.csv", admin.cohortLines(s, query))
  })
  registerRoute(app, context, cohorts.addCohort, {}, async ({ caller, body, request }) => {
    await acts.addCohort(s, operatorWith("cohorts.change", caller, request.ip), body)
    return { message: "The cohort is added." }
  })
  registerRoute(app, context, cohorts.changeCohort, {}, async ({ caller, params, body, request }) => {
    await acts.changeCohort(s, operatorWith("cohorts.change", caller, request.ip), params.id, body)
    return { message: "The cohort is saved." }
  })
  registerRoute(app, context, changeCohortTexts, {}, async ({ caller, params, body, request }) => {
    await acts.changeTexts(s, operatorWith("cohorts.texts", caller, request.ip), params.id, body)
    return { message: "The words are saved, and on the page." }
  })
  registerRoute(app, context, changeCohortFees, {}, async ({ caller, params, body, request }) => {
    await acts.changeFees(s, operatorWith("cohorts.fees", caller, request.ip), params.id, body)
    return { message: "The fees are saved. Applications that are there keep theirs." }
  })
}
