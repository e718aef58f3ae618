import type { FastifyInstance, FastifyRequest } from "fastify"
import * as contract from "#contract/money/orders-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Operator, operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as office from "./admin.ts"
import { sendReceiptPdf } from "./receipt-pdf.ts"
import { anyReceipt } from "./receipts.ts"

/** Everybody's orders, for those whose role opens the money. */
export function orderAdminRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const looking = { limits: [perPerson(240, 60)] }
  const acting = { limits: [perPerson(60, 60)] }
  type Call = { caller: Caller; request: FastifyRequest }
  const mustSee = ({ caller, request }: Call): Operator => operatorWith("money.see", caller, request.ip)
  const mayChange = ({ caller, request }: Call): Operator => operatorWith("money.change", caller, request.ip)

  registerRoute(app, context, contract.listAdminOrders, looking, async (call) => {
    mustSee(call)
    const { cursor, ...filters } = call.query
    return office.listOrders(s, filters, cursor ?? null)
  })
  registerRoute(app, context, contract.listAdminOrdersCsv, { limits: [perPerson(20, 600)] }, async (call) => {
    mustSee(call)
    await sendCsv(call.reply, "orders.csv", office.orderLines(s, call.query))
  })
  registerRoute(app, context, contract.getAdminOrder, looking, async (call) => {
    mustSee(call)
    return { data: await office.getOrder(s, call.params.tx_ref) }
  })
  registerRoute(app, context, contract.getAdminReceiptPdf, { limits: [perPerson(60, 600)] }, async (call) => {
    mustSee(call)
    await sendReceiptPdf(call.reply, await anyReceipt(s, call.params.tx_ref))
  })
  registerRoute(app, context, contract.refundAdminOrder, acting, async (call) => {
    const { tx_ref } = call.params
    await office.refund(s, mayChange(call), tx_ref, call.body.reason)
    return {
      message: "The order is refunded. Its money has to be sent back now.",
      data: await office.getOrder(s, tx_ref),
    }
  })
  registerRoute(app, context, contract.approveAdminOrder, acting, async (call) => {
    const { tx_ref } = call.params
    const refusal = await office.approve(s, mayChange(call), tx_ref, call.body)
    const message =
      refusal === null
        ? "The order is paid, and everything is given."
        : "The payment is written down. Nothing can be given for it any more, so it has to be sent back now."
    return { message, data: await office.getOrder(s, tx_ref) }
  })
  registerRoute(app, context, contract.markPaidBack, acting, async (call) => {
    const { tx_ref: txRef, paymentId } = call.params
    await office.paidBack(s, mayChange(call), { txRef, paymentId, ...call.body })
    return { message: "Written down.", data: await office.getOrder(s, txRef) }
  })
}
