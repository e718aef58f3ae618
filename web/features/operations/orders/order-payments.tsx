import type { ReactElement } from "react"
import { type AdminOrder, type AdminPayment, markPaidBack } from "#contract/money/orders-admin.ts"
import { paymentOutcomes } from "#web/features/operations/console/payment-outcomes.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { OrderAction } from "./order-action.tsx"

/** "6,000 NGN"; a payment may be in any currency. */
function sum(amount: number, currency: string): string {
  return `${amount.toLocaleString("en")} ${currency}`
}

/** The money that came in for an order. */
export function OrderPayments({ order }: { order: AdminOrder }): ReactElement {
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Money that came in</h2>
      {order.payments.length === 0 ? (
        <p className="text-ink-soft">None.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {order.payments.map((payment) => (
            <Payment key={payment.id} txRef={order.tx_ref} payment={payment} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Payment({ txRef, payment }: { txRef: string; payment: AdminPayment }): ReactElement {
  const { id, provider, transactionId, outcome, amount, currency, method, due, paidBack, slip, createdAt } = payment
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="grow font-medium tabular-nums">{sum(amount, currency)}</span>
        <Badge tone={outcome === "exact" ? "leaf" : "amber"}>{paymentOutcomes[outcome] ?? outcome}</Badge>
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[provider, method !== provider && method, `number ${transactionId}`, formatMoment(createdAt)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {slip && (
        <p>
          <a href={slip.url} target="_blank" rel="noreferrer" className="text-indigo underline wrap-anywhere">
            Proof: {slip.name}
          </a>
        </p>
      )}
      {paidBack > 0 && <p>{sum(paidBack, currency)} went back.</p>}
      {due > 0 && (
        <OrderAction
          title={`${sum(due, currency)} has to go back`}
          hint="Send it at the provider or the bank first, then write it down here."
          button="It went back"
          heading="h3"
          send={({ reason }) => call(markPaidBack, { params: { tx_ref: txRef, paymentId: id }, body: { due, reason } })}
        />
      )}
    </li>
  )
}
