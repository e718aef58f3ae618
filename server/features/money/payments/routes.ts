import type { FastifyInstance, FastifyRequest } from "fastify"
import type { z } from "zod"
import { listMoneyAttention } from "#contract/identity/operators.ts"
import { getOffer } from "#contract/money/credits.ts"
import {
  checkPaymentOrder,
  createPaymentOrder,
  getPaymentOrder,
  getReceipt,
  getReceiptPdf,
  linkPaymentOrder,
  listPaymentOrders,
  quotePaymentOrder,
  redeemVoucher,
} from "#contract/money/orders.ts"
import type { Services } from "#server/declarations/services.ts"
import { requireRight } from "#server/features/identity/operators/service.ts"
import * as codes from "#server/features/money/codes/service.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { offerFor } from "./offer.ts"
import { sendReceiptPdf } from "./receipt-pdf.ts"
import { receiptOf } from "./receipts.ts"
import * as payments from "./service.ts"

export function paymentRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, getOffer, {}, async ({ request }) => ({ data: await offerFor(s, request) }))
  registerRoute(app, context, createPaymentOrder, { limits: [perPerson(60, 3_600)] }, async (call) => ({
    data: await payments.placeOrder(s, {
      ...(await readOrder(s, call)),
      idempotencyKey: readIdempotencyKey(call.request.headers["idempotency-key"]),
      isAgain: call.body.payAgain === true,
    }),
  }))
  registerRoute(app, context, quotePaymentOrder, { limits: [perPerson(120, 3_600)] }, async (call) => ({
    data: await payments.quoteOrder(s, await readOrder(s, call)),
  }))
  registerRoute(app, context, redeemVoucher, {}, async ({ caller, body }) => {
    const credits = await codes.redeemVoucher(s, caller.accountId, body.code)
    return { message: `${formatNumber(credits)} credits were added.`, data: { credits } }
  })
  registerRoute(app, context, getPaymentOrder, {}, async ({ caller, params }) => ({
    data: await payments.getOwnOrder(s, caller.accountId, params.tx_ref),
  }))
  registerRoute(
    app,
    context,
    checkPaymentOrder,
    { limits: [perPerson(120, 600)] },
    async ({ caller, params, body }) => ({
      data: await payments.checkOwnOrder(s, caller.accountId, params.tx_ref, {
        transactionId: body.transaction_id === undefined ? null : String(body.transaction_id),
        isClosed: body.closed === true,
      }),
    }),
  )
  registerRoute(app, context, linkPaymentOrder, { limits: [perPerson(30, 3_600)] }, async ({ caller, params }) => ({
    data: { url: await payments.linkForOwnOrder(s, caller.accountId, params.tx_ref) },
  }))
  registerRoute(app, context, getReceipt, {}, async ({ caller, params }) => ({
    data: await receiptOf(s, caller.accountId, params.tx_ref),
  }))
  registerRoute(app, context, getReceiptPdf, { limits: [perPerson(60, 600)] }, async ({ caller, params, reply }) => {
    await sendReceiptPdf(reply, await receiptOf(s, caller.accountId, params.tx_ref))
  })
  registerRoute(app, context, listMoneyAttention, {}, async ({ caller }) => {
    requireRight("money.see", caller)
    return { data: await payments.moneyAttention(s) }
  })
  registerRoute(app, context, listPaymentOrders, {}, ({ caller, query }) =>
    payments.listOwnOrders(s, caller.accountId, { limit: query.limit, cursor: query.cursor ?? null }),
  )
}

async function readOrder(
  s: Services,
  {
    caller,
    body,
    request,
  }: { caller: Person; body: z.output<typeof createPaymentOrder.body>; request: FastifyRequest },
) {
  const { ageConfirmed, guardian } = body
  const besides = { ...(ageConfirmed !== undefined && { ageConfirmed }), ...(guardian && { guardian }) }
  return {
    buyer: caller,
    item: body.item,
    currency: body.currency ?? null,
    countryCurrency: (await offerFor(s, request)).currency,
    code: body.code ?? null,
    options: { ...body.options, ...besides },
    optionsPath: body.options === undefined ? [] : ["options"],
  }
}
