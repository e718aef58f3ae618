import type { FastifyInstance } from "fastify"
import * as contract from "#contract/operations/people.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith, requireRight } from "#server/features/identity/operators/service.ts"
import { resetFactor } from "#server/features/identity/second-factor/service.ts"
import { sendMedia } from "#server/media/send.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { sendZip } from "#server/platform/documents/send-zip.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as credits from "./credit-acts.ts"
import * as data from "./data-acts.ts"
import * as enrolment from "./enrolment-acts.ts"
import * as people from "./service.ts"

export function peopleRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  personalData: readonly PersonalData[],
): void {
  const looking = { limits: [perPerson(240, 60)] }
  const files = { limits: [perPerson(20, 600)] }
  const acting = { limits: [perPerson(60, 60)] }
  registerRoute(app, context, contract.listPeople, looking, async ({ caller, query, request }) => {
    operatorWith("people.see", caller, request.ip)
    if (query.asked) requireRight("people.money", caller)
    return people.listPeople(s, query, query.cursor ?? null)
  })
  registerRoute(app, context, contract.listPeopleCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("people.see", caller, request.ip)
    if (query.asked) requireRight("people.money", caller)
    await sendCsv(reply, "people.csv", people.peopleLines(s, query))
  })
  registerRoute(app, context, contract.listOperatorLogCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("log.see", caller, request.ip)
    await sendCsv(reply, "log.csv", people.logLines(s, query))
  })
  registerRoute(app, context, contract.getPerson, looking, async ({ caller, params }) => {
    const { operatorRole } = requireRight("people.see", caller)
    return { data: await people.getPerson(s, params.personId, operatorRole) }
  })
  registerRoute(app, context, contract.listPersonCreditsCsv, files, async ({ caller, params, request, reply }) => {
    operatorWith("people.money", caller, request.ip)
    await sendCsv(reply, "credits.csv", await credits.creditLines(s, params.personId))
  })
  registerRoute(app, context, contract.listPersonRunsCsv, files, async ({ caller, params, request, reply }) => {
    operatorWith("people.see", caller, request.ip)
    await sendCsv(reply, "work.csv", await people.runLines(s, params.personId))
  })
  registerRoute(app, context, contract.grantCredits, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("credits.grant", caller, request.ip)
    const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"])
    const outcome = await credits.grantCredits(s, operator, params.personId, { ...body, idempotencyKey })
    return {
      message:
        outcome === "given"
          ? "The credits are given."
          : "Nothing is given yet: another operator has to give the same number to this person within a day of the first time.",
    }
  })
  registerRoute(app, context, contract.previewTakingCredits, looking, async ({ caller, params, query, request }) => {
    operatorWith("credits.take", caller, request.ip)
    return { data: { effect: await credits.takingWords(s, params.personId, query.credits) } }
  })
  registerRoute(app, context, contract.takeCredits, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("credits.take", caller, request.ip)
    const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"])
    await credits.takeCredits(s, operator, params.personId, { ...body, idempotencyKey })
    return { message: "The credits are taken." }
  })
  registerRoute(app, context, contract.setPersonStage, acting, async ({ caller, params, body, request }) => {
    await enrolment.setStage(s, operatorWith("people.stage", caller, request.ip), params.personId, body)
    return { message: "The learner's part is open to this person." }
  })
  registerRoute(app, context, contract.setPersonCohort, acting, async ({ caller, params, body, request }) => {
    await enrolment.setCohort(s, operatorWith("people.stage", caller, request.ip), params.personId, body)
    return { message: `Moved to cohort ${body.cohort}.` }
  })
  registerRoute(app, context, contract.resendConfirmation, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("people.confirm", caller, request.ip)
    await people.resendConfirmation(s, operator, params.personId, body.reason)
    return { message: "The mail is on its way." }
  })
  dataRoutes(app, s, context, personalData)
  registerRoute(app, context, contract.blockPerson, acting, async ({ caller, params, body, request }) => {
    await people.blockPerson(s, operatorWith("people.block", caller, request.ip), params.personId, body)
    return { message: body.isBlocked ? "Blocked, and signed out everywhere." : "This person may sign in again." }
  })
  registerRoute(app, context, contract.endPersonSessions, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("people.endSessions", caller, request.ip)
    await people.endPersonSessions(s, operator, params.personId, body.reason)
    return { message: "Signed out everywhere." }
  })
  registerRoute(app, context, contract.resetPersonFactor, acting, async ({ caller, params, body, request }) => {
    await resetFactor(s, operatorWith("people.resetFactor", caller, request.ip), params.personId, body.reason)
    return { message: "Two-step sign-in is off, and the person is signed out everywhere." }
  })
  registerRoute(app, context, contract.listOperatorLog, looking, async ({ caller, query, request }) => {
    operatorWith("log.see", caller, request.ip)
    return { data: await people.listLog(s, { ...query, before: query.before }) }
  })
}

/** What is done on a person's request with everything that is theirs, and what a logged reason opens. */
function dataRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  personalData: readonly PersonalData[],
): void {
  const few = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, contract.openDataCopy, few, async ({ caller, params, body, request }) => {
    await data.openCopy(s, operatorWith("people.copy", caller, request.ip), params.personId, body.reason)
    const url = `/operators/people/${params.personId}/copy.zip`
    return { message: "The copy can be downloaded for ten minutes, and the person gets a mail.", data: { url } }
  })
  registerRoute(app, context, contract.downloadDataCopy, few, async ({ caller, params, request, reply }) => {
    const operator = operatorWith("people.copy", caller, request.ip)
    return sendZip(reply, await data.readCopy(s, operator, params.personId, personalData))
  })
  registerRoute(app, context, contract.erasePerson, few, async ({ caller, params, body, request }) => {
    const operator = operatorWith("people.erase", caller, request.ip)
    await data.erasePerson(s, operator, params.personId, body, personalData)
    return { message: "The account is deleted, with everything in it." }
  })
  registerRoute(app, context, contract.openPersonPictures, few, async ({ caller, params, body, request }) => {
    const operator = operatorWith("people.pictures", caller, request.ip)
    const pictures = await data.openPictures(s, operator, params.personId, body.reason)
    return { message: "The pictures are open for ten minutes.", data: pictures }
  })
  app.get<{ Params: { personId: string; id: string } }>(
    "/operators/people/:personId/pictures/:id",
    { schema: { hide: true } },
    async (request, reply) => {
      const operator = operatorWith("people.pictures", await context.authenticate(request), request.ip)
      const { personId, id } = request.params
      return sendMedia(request, reply, await data.readPicture(s, operator, personId, id))
    },
  )
}
