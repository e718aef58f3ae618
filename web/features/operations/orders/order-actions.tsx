import { useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { type AdminOrder, approveAdminOrder, refundAdminOrder } from "#contract/money/orders-admin.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoney } from "#web/lib/format/format.ts"
import { uploadFile } from "#web/lib/photos/upload-file.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { OrderAction } from "./order-action.tsx"

/** What can be done with an order: refund it when it is paid, approve money for it when it is not. */
export function OrderActions({ order }: { order: AdminOrder }): ReactElement {
  const queries = useQueryClient()
  const params = { tx_ref: order.tx_ref }
  const price = formatMoney(order.amount, order.currency)
  return (
    <>
      {order.refundEffect !== null && (
        <Card>
          <OrderAction
            title="Refund"
            hint={order.refundEffect}
            button={`Refund ${price}`}
            isDanger
            send={({ reason }) => call(refundAdminOrder, { params, body: { reason } })}
          />
        </Card>
      )}
      {order.canApprove && (
        <Card>
          <OrderAction
            title="Approve a payment"
            hint={`For ${price} that came in past the provider, such as a transfer to the bank. ${
              order.approvalRefusal === null
                ? "Everything is given at once."
                : `It cannot be given any more: ${order.approvalRefusal} The money is written down to go back, and the buyer is told.`
            }`}
            button={order.approvalRefusal === null ? `Approve ${price}` : `Write ${price} down to go back`}
            hasProof
            send={async ({ proof, slip, reason }) => {
              const file = slip ? { slip: await uploadFile(queries, slip) } : {}
              return call(approveAdminOrder, { params, body: { proof, reason, ...file } })
            }}
          />
        </Card>
      )}
    </>
  )
}
