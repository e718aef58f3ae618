import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { sandbox } from "#server/adapters/payments/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { isLoopbackHost } from "#server/platform/http/origins.ts"
import { findSandboxOrder, Play, playPayment, type SandboxOrder } from "./sandbox.ts"
import { sandboxPage } from "./sandbox-page.ts"
import { orderPath } from "./serialise.ts"

/** The sandbox provider's own pages; there only where it is set up. */
export function sandboxRoutes(app: FastifyInstance, s: Services): void {
  if (!s.payments.opened.has(sandbox.kind)) return
  const options = { schema: { hide: true } } as const
  void app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())))
    })
    // A page of a foreign name that leads here (DNS rebinding) must not play payments.
    scope.addHook("onRequest", async ({ headers }) => {
      if (!isLoopbackHost(headers.host)) throw new AppError("general_route_not_found", "There is no such page.")
    })
    scope.get(`${sandbox.path}/:tx_ref`, options, async (request, reply) => {
      const order = await findSandboxOrder(s, referenceOf(request))
      return reply.header("cache-control", "no-store").type("text/html").send(sandboxPage(order))
    })
    scope.post(`${sandbox.path}/:tx_ref`, options, async (request, reply) => {
      const order = await findSandboxOrder(s, referenceOf(request))
      const play = Play.safeParse(request.body ?? {})
      if (!play.success) throw new AppError("general_argument_invalid", "There is no such outcome.")
      const transactionId = await playPayment(s, order, play.data)
      return answer(request, reply, order, transactionId)
    })
  })
}

function referenceOf(request: FastifyRequest): string | undefined {
  return (request.params as { tx_ref?: string }).tx_ref
}

/** People go back to the order; programs get the number. */
function answer(request: FastifyRequest, reply: FastifyReply, order: SandboxOrder, transactionId: string) {
  reply.header("cache-control", "no-store")
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")
  if (isForm) return reply.redirect(`${orderPath(order.txRef)}?transaction_id=${transactionId}`, 303)
  return reply.code(201).send({ data: { transaction_id: transactionId } })
}
