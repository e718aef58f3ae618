import type { FastifyInstance } from "fastify"
import type { z } from "zod"
import { programAddress, programsPath } from "#contract/academy/academy-addresses.ts"
import * as admissions from "#contract/academy/admissions.ts"
import { handInAssessment, saveAnswer, startAssessment } from "#contract/academy/assessments.ts"
import { bookInterview, calendarPath, cancelInterview, listFreeSlots } from "#contract/academy/interviews.ts"
import { messages } from "#contract/messages.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { failWithPage, plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { dailyPerField, hourlyPerNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import * as assessments from "./assessments.ts"
import { awaitCohort, currentCohorts } from "./cohorts/cohorts.ts"
import { leaveWaiting, mustKnowWaiting } from "./cohorts/waiting.ts"
import { interviewCalendar } from "./interviews/calendar.ts"
import * as interviews from "./interviews/interviews.ts"
import { journeyOf } from "./journey.ts"
import { acceptPlace, withdrawOwn } from "./own-steps.ts"
import { recordApplication, recordStage, type SentStage } from "./stage.ts"

export function admissionRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  publicRoutes(app, s, context)
  leavingRoutes(app, s, context)
  journeyRoutes(app, s, context)
  assessmentRoutes(app, s, context)
  interviewRoutes(app, s, context)
}

type Wish = z.output<typeof admissions.awaitCohort.body>

function publicRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, admissions.listCohortStates, {}, async () => ({ data: await currentCohorts(s) }))
  // The mail goes to an address nobody has confirmed, so it is also counted by that address.
  const limits = [hourlyPerNetwork(10), dailyPerField(5, "email")]
  const keep = (caller: Caller, { program, email }: Wish) =>
    awaitCohort(s, { programId: program, email, accountId: caller.kind === "person" ? caller.accountId : null })
  registerRoute(app, context, admissions.awaitCohort, { limits }, async ({ caller, body }) => {
    await keep(caller, body)
    return { message: "You will get a mail when applications open." }
  })
  const form = {
    limits,
    countsAs: admissions.awaitCohort,
    errorHandler: failWithPage("Your address was not kept", {
      to: programsPath,
      label: "Back to the programs",
    }),
  }
  plainForms(app, (forms) =>
    registerRoute(forms, context, admissions.awaitCohortForm, form, async ({ caller, body, reply }) => {
      const { isOpen } = await keep(caller, body)
      reply.type("text/html; charset=utf-8")
      const way = {
        to: programAddress(body.program),
        label: "Back to the program",
      }
      const text = `We write to ${body.email} once, when applications open. A mail confirms it, with a link off the list.`
      return isOpen
        ? plainPage(
            "Applications are open now",
            `You can apply today. A mail with the dates goes to ${body.email}.`,
            way,
          )
        : plainPage("We have your address", text, way)
    }),
  )
}

/** The link of a mail about waiting leads to a page whose press takes the address off. */
function leavingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const back = { to: programsPath, label: "See the programs" }
  const limits = [hourlyPerNetwork(60)]
  const errorHandler = failWithPage("Your address is still on the list", back)
  registerRoute(app, context, admissions.leaveWaitlistPage, { limits, errorHandler }, async ({ query, reply }) => {
    mustKnowWaiting(s, query)
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store")
    const text = "We then write no more to it about this program, and delete it here."
    const way = { to: admissions.leaveWaitlist.path, label: "Take my address off", sends: query }
    return plainPage("Take your address off the list?", text, way)
  })
  plainForms(app, (forms) =>
    registerRoute(forms, context, admissions.leaveWaitlist, { limits, errorHandler }, async ({ body, reply }) => {
      await leaveWaiting(s, body)
      reply.type("text/html; charset=utf-8")
      return plainPage("Your address is off the list", "It is deleted here. No mail about this program comes.", back)
    }),
  )
}

function journeyRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const own = perPerson(30, 3_600)
  registerRoute(app, context, admissions.getJourney, {}, async ({ caller }) => ({
    data: await journeyOf(s, caller.accountId),
  }))
  registerRoute(app, context, admissions.withdrawApplication, { limits: [own] }, async ({ caller, body }) => {
    await withdrawOwn(s, caller.accountId, body)
    return { message: "Your application is closed." }
  })
  registerRoute(app, context, admissions.acceptPlace, { limits: [own] }, async ({ caller, body }) => {
    await acceptPlace(s, caller.accountId, body.applicationId)
    return { message: "The place is yours." }
  })
  registerRoute(app, context, admissions.updateStage, { limits: [own] }, async ({ caller, body }) => {
    const stage = await recordStage(s, caller.accountId, sentStage(body))
    return { message: messages.stageUpdated, data: { stage } }
  })
  registerRoute(app, context, admissions.createApplicationRecord, { limits: [own] }, async ({ caller, body }) => {
    const application = await recordApplication(s, caller.accountId, sentStage(body))
    const { id, accountId, program, programId, status, paymentReference } = application
    const data = { $id: id, userId: accountId, stage: body.stage, program, ProgamId: programId, status }
    return { message: "Your application is recorded.", data: { ...data, txRef: paymentReference } }
  })
}

function sentStage(body: z.output<typeof admissions.updateStage.body>): SentStage {
  const { userId, stage, program, ProgamId, programId } = body
  return { userId, stage, program, programId: ProgamId ?? programId ?? null }
}

function assessmentRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, startAssessment, { limits: [perPerson(60, 3_600)] }, async ({ caller }) => ({
    data: await assessments.startAssessment(s, caller.accountId),
  }))
  registerRoute(app, context, saveAnswer, { limits: [perPerson(2_000, 3_600)] }, async ({ caller, params, body }) => {
    const savedAt = await assessments.saveAnswer(s, caller.accountId, { ...params, ...body })
    return { data: { savedAt: savedAt.toISOString() } }
  })
  registerRoute(app, context, handInAssessment, { limits: [perPerson(30, 3_600)] }, async ({ caller, params }) => {
    await assessments.handIn(s, caller.accountId, params.id)
    return { message: "Your answers are handed in." }
  })
}

function interviewRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, listFreeSlots, {}, async ({ caller }) => ({
    data: await interviews.freeSlots(s, caller.accountId),
  }))
  const changes = perPerson(30, 3_600)
  registerRoute(app, context, bookInterview, { limits: [changes] }, async ({ caller, body }) => ({
    message: "Your interview is booked.",
    data: await interviews.bookInterview(s, caller.accountId, body),
  }))
  registerRoute(app, context, cancelInterview, { limits: [changes] }, async ({ caller }) => {
    await interviews.cancelInterview(s, caller.accountId)
    return { message: "Your interview is cancelled." }
  })
  app.get(calendarPath, { schema: { hide: true } }, async (request, reply) => {
    const caller = await context.authenticate(request)
    if (caller.kind !== "person") throw new AppError("general_unauthorized_scope", "Please sign in first.")
    const interview = await interviews.ownInterview(s, caller.accountId)
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="interview.ics"')
      .type("text/calendar; charset=utf-8")
      .send(interviewCalendar(interview, s.config.publicUrl))
  })
}
