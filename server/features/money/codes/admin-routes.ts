import type { FastifyInstance, FastifyRequest } from "fastify"
import * as contract from "#contract/money/codes-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Operator, operatorWith } from "#server/features/identity/operators/service.ts"
import { isStudioPromo, setPromoFlag } from "#server/features/money/feature-flags/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as office from "./admin.ts"

/** Promotion codes, vouchers and the promotion price, for those whose role opens the money. */
export function codeAdminRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const looking = { limits: [perPerson(240, 60)] }
  const acting = { limits: [perPerson(60, 60)] }
  type Call = { caller: Caller; request: FastifyRequest }
  const mustSee = ({ caller, request }: Call): Operator => operatorWith("codes.see", caller, request.ip)
  const mayChange = ({ caller, request }: Call): Operator => operatorWith("codes.change", caller, request.ip)

  registerRoute(app, context, contract.listAdminCodes, looking, async (call) => {
    mustSee(call)
    const { cursor, ...filters } = call.query
    return office.listCodes(s, filters, cursor ?? null)
  })
  registerRoute(app, context, contract.listAdminCodesCsv, { limits: [perPerson(20, 600)] }, async (call) => {
    mustSee(call)
    await sendCsv(call.reply, "codes.csv", office.codeLines(s, call.query))
  })
  registerRoute(app, context, contract.addPromotion, acting, async (call) => {
    const data = await office.addPromotion(s, mayChange(call), call.body)
    return { message: `${data.code} can be used.`, data }
  })
  registerRoute(app, context, contract.addVouchers, acting, async (call) => {
    const made = await office.addVouchers(s, mayChange(call), call.body)
    return { message: `${made} vouchers are made. Download them as CSV.`, data: { made } }
  })
  registerRoute(app, context, contract.endCodes, acting, async (call) => {
    const data = await office.endCodes(s, mayChange(call), call.body)
    const rest = data.skipped.length === 0 ? "" : ` ${data.skipped.length} could not be.`
    return { message: `${data.done} ${data.done === 1 ? "code is" : "codes are"} ended.${rest}`, data }
  })
  registerRoute(app, context, contract.getPriceFlag, looking, async (call) => {
    mustSee(call)
    return { data: { isStudioPromo: await isStudioPromo(s.db) } }
  })
  registerRoute(app, context, contract.setStudioPromo, acting, async (call) => {
    await setPromoFlag(s, mayChange(call), call.body)
    const { isStudioPromo: isOn } = call.body
    return { message: isOn ? "Pro Studio has its promotion price." : "Pro Studio has its usual price." }
  })
}
