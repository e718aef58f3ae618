import { useQuery } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { useParams } from "react-router"
import { type AdminOrder, getAdminOrder } from "#contract/money/orders-admin.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { statusWords } from "#web/content/order-status.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoney, formatZonedMoment } from "#web/lib/format/format.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { OrderActions } from "./order-actions.tsx"
import { OrderPayments } from "./order-payments.tsx"

/** /operator/orders/:txRef: one order, its money, and what an operator can do about it. */
export function OrderScreen(): ReactElement {
  const { txRef = "" } = useParams()
  const order = useQuery({
    queryKey: ["getAdminOrder", txRef],
    queryFn: async () => (await call(getAdminOrder, { params: { tx_ref: txRef } })).data,
  })
  return (
    <div className="grid gap-6">
      <p>
        <TextLink to="/operator/orders">Orders</TextLink>
      </p>
      {order.isPending ? (
        <Skeleton className="h-64" />
      ) : order.error ? (
        <NotLoaded title="This order did not load" error={order.error} onRetry={order.refetch} />
      ) : (
        <Order order={order.data} />
      )}
    </div>
  )
}

function Order({ order }: { order: AdminOrder }): ReactElement {
  const { short, tone } = statusWords[order.status]
  const { buyer, refund } = order
  const facts: [string, string][] = [
    ["Amount", formatMoney(order.amount, order.currency)],
    ...(order.listAmount === order.amount
      ? []
      : ([["Before a code", formatMoney(order.listAmount, order.currency)]] satisfies [string, string][])),
    ["Ordered", formatZonedMoment(order.createdAt)],
    [order.paidAt === "" ? "Can be paid until" : "Paid", formatZonedMoment(order.paidAt || order.expiresAt)],
    ["Provider", order.provider],
    ["Reference", order.tx_ref],
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-3xl wrap-anywhere">{order.title}</h1>
        <Badge tone={tone}>{short}</Badge>
        {order.isFlagged && <Badge tone="clay">Money goes back</Badge>}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <Card className="grid gap-4">
            <dl className="grid gap-2">
              <Fact name="Buyer">
                {buyer === null ? (
                  "left"
                ) : (
                  <TextLink to={`/operator/people/${buyer.id}`}>{buyer.name || buyer.email}</TextLink>
                )}
              </Fact>
              {facts.map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
            {order.isProviderMissing && (
              <p className="text-clay">
                It waits for word of {order.provider}, which is not set up here any more. Set its keys again, and the
                order is settled by itself; or look there, and approve it with the payment's number as proof.
              </p>
            )}
            {order.problem && <p>The buyer reads: “{order.problem}”</p>}
            {order.receiptNumber && (
              <a
                href={`/operators/orders/${order.tx_ref}/receipt.pdf`}
                download
                className={buttonLook({ variant: "secondary" })}
              >
                Receipt {order.receiptNumber}
              </a>
            )}
          </Card>
          {refund && (
            <Card className="grid gap-2">
              <h2 className="text-xl">Refunded</h2>
              <p>
                {formatMoney(refund.amount, order.currency)}; taken back: {refund.effect.replace(/\.$/, "")}.
              </p>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {refund.operator || "An operator who left"} · {formatZonedMoment(refund.at)} · {refund.reason}
              </p>
            </Card>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <OrderPayments order={order} />
          <OrderActions order={order} />
        </div>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-3 sm:grid-cols-[9rem_1fr]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
