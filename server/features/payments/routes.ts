import type { FastifyInstance } from "fastify"
import { getOffer } from "#contract/product/credits.ts"
import { checkPaymentOrder, createPaymentOrder, getPaymentOrder, listPaymentOrders } from "#contract/product/orders.ts"
import { readIdempotencyKey } from "#server/platform/idempotency-key.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { offerFor } from "./offer.ts"
import * as payments from "./service.ts"

const perPerson = (max: number, windowSeconds: number): RouteLimit => ({
  max,
  windowSeconds,
  by: ({ caller }) => (caller.kind === "person" ? `account:${caller.accountId}` : null),
})

export function paymentRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, getOffer, {}, async ({ request }) => ({ data: await offerFor(s, request) }))
  mount(app, context, createPaymentOrder, { limits: [perPerson(60, 3_600)] }, async ({ caller, body, request }) => ({
    data: await payments.placeOrder(s, {
      buyer: caller,
      item: body.item,
      currency: body.currency ?? null,
      countryCurrency: (await offerFor(s, request)).currency,
      code: body.code ?? null,
      options: body.options ?? {},
      idempotencyKey: readIdempotencyKey(request.headers["idempotency-key"]),
    }),
  }))
  mount(app, context, getPaymentOrder, {}, async ({ caller, params }) => ({
    data: await payments.getOwnOrder(s, caller.accountId, params.tx_ref),
  }))
  mount(app, context, checkPaymentOrder, { limits: [perPerson(120, 600)] }, async ({ caller, params, body }) => ({
    data: await payments.checkOwnOrder(s, caller.accountId, params.tx_ref, {
      transactionId: body.transaction_id === undefined ? null : String(body.transaction_id),
      isClosed: body.closed === true,
    }),
  }))
  mount(app, context, listPaymentOrders, {}, ({ caller, query }) =>
    payments.listOwnOrders(s, caller.accountId, { limit: query.limit, cursor: query.cursor ?? null }),
  )
}
