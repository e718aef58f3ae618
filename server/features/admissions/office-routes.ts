import type { FastifyInstance } from "fastify"
import * as office from "#contract/product/admissions-office.ts"
import { transact } from "#server/db/open.ts"
import { requireRight } from "#server/features/operators/service.ts"
import type { Person } from "#server/platform/caller.ts"
import { sendCsv } from "#server/platform/csv.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { perPerson } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import { allowRetake, listToMark, markAnswers, showForMarking } from "./assessments.ts"
import { decide, withdraw } from "./decisions.ts"
import { recordOutcome } from "./interviews.ts"
import * as desk from "./office.ts"

/** @throws AppError as `requireRight` */
function requireAdmissions(caller: Person): string {
  return requireRight("admissions", caller).accountId
}

/** What the people who admit do. */
export function admissionOfficeRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  applicationRoutes(app, s, context)
  markingRoutes(app, s, context)
  calendarRoutes(app, s, context)
}

function applicationRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, office.listApplications, {}, async ({ caller, query }) => {
    requireAdmissions(caller)
    const { status, program, search } = query
    return desk.readBoard(s, { status: status ?? null, programId: program ?? null, search })
  })
  const files = { limits: [perPerson(20, 600)] }
  mount(app, context, office.listApplicationsCsv, files, async ({ caller, query, reply }) => {
    requireAdmissions(caller)
    const { status, program, search } = query
    const filter = { status: status ?? null, programId: program ?? null, search }
    await sendCsv(reply, "applications.csv", desk.applicationLines(s, filter))
  })
  mount(app, context, office.getApplication, {}, async ({ caller, params }) => {
    requireAdmissions(caller)
    return { data: await desk.readFile(s, params.id) }
  })
  mount(app, context, office.previewLetter, {}, async ({ caller, params, body }) => {
    requireAdmissions(caller)
    return { data: await desk.preview(s, params.id, { ...body, awardNaira: body.award }) }
  })
  mount(app, context, office.decideApplication, {}, async ({ caller, params, body }) => {
    const operatorId = requireAdmissions(caller)
    await transact(s.db, (tx) => decide(s, tx, params.id, operatorId, { ...body, awardNaira: body.award }))
    return { message: `The applicant is ${body.outcome}, and the letter is on its way.` }
  })
  mount(app, context, office.recordInterview, {}, async ({ caller, params, body }) => {
    const operatorId = requireAdmissions(caller)
    const by = { by: "operator", operatorId, note: body.note } as const
    await transact(s.db, (tx) => recordOutcome(s, tx, params.id, body.outcome, by))
    return { message: "The interview is written down." }
  })
  mount(app, context, office.allowRetake, {}, async ({ caller, params, body }) => {
    await allowRetake(s, requireAdmissions(caller), params.id, body.note)
    return { message: "The applicant may take the assessment once more." }
  })
  mount(app, context, office.withdrawLearner, {}, async ({ caller, params, body }) => {
    const operatorId = requireAdmissions(caller)
    await transact(s.db, (tx) => withdraw(s, tx, params.id, { by: "operator", operatorId, note: body.note }))
    return { message: "The place is free again." }
  })
}

function markingRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, office.listToMark, {}, async ({ caller }) => {
    requireAdmissions(caller)
    return { data: await listToMark(s) }
  })
  mount(app, context, office.getMarkSheet, {}, async ({ caller, params }) => {
    requireAdmissions(caller)
    return { data: await showForMarking(s, params.id) }
  })
  mount(app, context, office.markAssessment, {}, async ({ caller, params, body }) => {
    const isMarked = await markAnswers(s, requireAdmissions(caller), params.id, body.marks)
    return { message: isMarked ? "Marked; the applicant gets the result." : "Saved.", data: { isMarked } }
  })
}

function calendarRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, office.listSlots, {}, async ({ caller }) => {
    requireAdmissions(caller)
    return { data: await desk.readSlots(s) }
  })
  mount(app, context, office.openSlots, {}, async ({ caller, body }) => {
    const count = await desk.openSlots(s, requireAdmissions(caller), body)
    return { message: `${count} ${count === 1 ? "time is" : "times are"} open.` }
  })
  mount(app, context, office.closeSlot, {}, async ({ caller, params }) => {
    requireAdmissions(caller)
    await desk.closeSlot(s, params.id)
    return { message: "The time is taken back." }
  })
  mount(app, context, office.listCohorts, {}, async ({ caller }) => {
    requireAdmissions(caller)
    return { data: await desk.readCohorts(s) }
  })
  mount(app, context, office.addCohort, {}, async ({ caller, body }) => {
    requireAdmissions(caller)
    await desk.addCohort(s, body.program, body.values)
    return { message: "The cohort is added." }
  })
  mount(app, context, office.changeCohort, {}, async ({ caller, params, body }) => {
    requireAdmissions(caller)
    await desk.changeCohort(s, params.id, body.values)
    return { message: "The cohort is saved." }
  })
}
