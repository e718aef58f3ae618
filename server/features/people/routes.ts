import type { FastifyInstance } from "fastify"
import * as contract from "#contract/product/people.ts"
import { operatorWith } from "#server/features/operators/service.ts"
import { resetFactor } from "#server/features/second-factor/service.ts"
import { sendCsv } from "#server/platform/csv.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import { perPerson } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import * as people from "./service.ts"

export function peopleRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const looking = { limits: [perPerson(240, 60)] }
  const files = { limits: [perPerson(20, 600)] }
  const acting = { limits: [perPerson(60, 60)] }
  mount(app, context, contract.listPeople, looking, async ({ caller, query, request }) => {
    operatorWith("people.see", caller, request.ip)
    return { data: await people.listPeople(s, query.search) }
  })
  mount(app, context, contract.listPeopleCsv, files, async ({ caller, query, request, reply }) => {
    operatorWith("people.see", caller, request.ip)
    await sendCsv(reply, "people.csv", people.peopleLines(s, query.search))
  })
  mount(app, context, contract.listOperatorLogCsv, files, async ({ caller, request, reply }) => {
    operatorWith("log.see", caller, request.ip)
    await sendCsv(reply, "log.csv", people.logLines(s))
  })
  mount(app, context, contract.getPerson, looking, async ({ caller, params, request }) => {
    operatorWith("people.see", caller, request.ip)
    return { data: await people.getPerson(s, params.personId) }
  })
  mount(app, context, contract.grantCredits, acting, async ({ caller, params, body, request }) => {
    await people.grantCredits(s, operatorWith("credits.grant", caller, request.ip), params.personId, body)
    return { message: "The credits are given." }
  })
  mount(app, context, contract.blockPerson, acting, async ({ caller, params, body, request }) => {
    await people.blockPerson(s, operatorWith("people.block", caller, request.ip), params.personId, body)
    return { message: body.isBlocked ? "Blocked, and signed out everywhere." : "This person may sign in again." }
  })
  mount(app, context, contract.endPersonSessions, acting, async ({ caller, params, body, request }) => {
    const operator = operatorWith("people.endSessions", caller, request.ip)
    await people.endPersonSessions(s, operator, params.personId, body.reason)
    return { message: "Signed out everywhere." }
  })
  mount(app, context, contract.resetPersonFactor, acting, async ({ caller, params, body, request }) => {
    await resetFactor(s, operatorWith("people.resetFactor", caller, request.ip), params.personId, body.reason)
    return { message: "Two-step sign-in is off, and the person is signed out everywhere." }
  })
  mount(app, context, contract.listOperatorLog, looking, async ({ caller, query, request }) => {
    operatorWith("log.see", caller, request.ip)
    return { data: await people.listLog(s, query.before) }
  })
}
