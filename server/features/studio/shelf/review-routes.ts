import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/shelf-review.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { failWithPage, plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import { countRequest, networkOf } from "#server/platform/limits/rate-limit.ts"
import * as review from "./review.ts"

const acting = perPerson(240, 60)

/** Looks at the form; it is filled in far more rarely. */
const formLimit = { max: 120, windowSeconds: 60 }

const steps = [
  [contract.takeShopDown, review.takeDown, "It is down, and its seller gets a mail."],
  [contract.restoreShop, review.restore, "Everybody can see it again."],
  [contract.dismissShopReports, review.dismiss, "The reports are closed. It stays."],
] as const

/** Reports about shops by anybody, and the desk where operators look at them. */
export function shopReviewRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const html = "text/html; charset=utf-8"
  app.get<{ Params: { handle: string }; Querystring: { product?: string } }>(
    "/shop/:handle/report",
    { schema: { hide: true }, errorHandler: failWithPage("Not here", { to: "/", label: "To the first page" }) },
    async (request, reply) => {
      await countRequest(s.db, `shop reports ip:${networkOf(request.ip)}`, formLimit, context.rateLimitFactor)
      const slug = String(request.query.product ?? "").slice(0, 80)
      const { name } = await review.findReported(s, request.params.handle, slug)
      reply.header("cache-control", "no-store").type(html)
      return review.writeReportForm(request.params.handle, slug, name)
    },
  )
  plainForms(app, (forms) => {
    const back = { to: "/", label: "To the first page" }
    const options = { limits: [hourlyPerNetwork(20)], errorHandler: failWithPage("The report was not sent", back) }
    registerRoute(forms, context, contract.reportShop, options, async ({ params, body, request, reply }) => {
      await review.reportShop(s, request.ip, params.handle, body)
      reply.type(html)
      const way = { to: `/shop/${params.handle}`, label: "Back to the shop" }
      return plainPage("Thank you", "Somebody will look at it.", way)
    })
  })
  const options = { limits: [acting] }
  registerRoute(app, context, contract.listReviewedShops, options, async ({ caller, query, request }) => {
    operatorWith("review", caller, request.ip)
    return { data: await review.listReviewed(s, query.list) }
  })
  for (const [call, act, message] of steps) {
    registerRoute(app, context, call, options, async ({ caller, params, body, request }) => {
      await act(s, operatorWith("review", caller, request.ip), params, body.reason)
      return { message }
    })
  }
}
