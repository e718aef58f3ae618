import type { FastifyInstance } from "fastify"
import { deleteAccount, exportOwnData, prepareExport } from "#contract/identity/personal-data.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { clearSession } from "#server/features/identity/sessions/cookies.ts"
import { sendZip } from "#server/platform/documents/send-zip.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { actorOf } from "#server/platform/http/visitor.ts"
import { eraseAccount, ownArchive, proveForCopy } from "./service.ts"

/** An archive reads everything, and a deletion asks for the password: few an hour. */
const limits = [hourlyPerPerson(10), hourlyPerNetwork(60)]

/** A person's right to a copy of everything, and to have it forgotten (Data Protection Act, sections 34 and 38). */
export function personalDataRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  personalData: readonly PersonalData[],
): void {
  registerRoute(app, context, prepareExport, { limits: [hourlyPerPerson(30)] }, async (call) => {
    await proveForCopy(s, actorOf(s, call))
    return null
  })
  registerRoute(app, context, exportOwnData, { limits }, async (call) => {
    return sendZip(call.reply, await ownArchive(s, actorOf(s, call), personalData))
  })
  registerRoute(app, context, deleteAccount, { limits }, async (call) => {
    await eraseAccount(s, actorOf(s, call), call.body.password ?? null, personalData)
    clearSession(s, call.request, call.reply)
    return null
  })
}
