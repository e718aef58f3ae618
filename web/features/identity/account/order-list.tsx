import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listPaymentOrders, type PaymentOrder } from "#contract/money/orders.ts"
import { moreOnItsWay, statusWords } from "#web/content/order-status.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoment, formatMoney } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { RecordPages } from "./record-pages.tsx"

/** Orders of one page. */
const pageLength = 5

/** The person's orders with their receipts, newest first. */
export function OrderList(): ReactElement {
  const query = useInfiniteQuery({
    queryKey: queryKeys.paymentOrders,
    queryFn: ({ pageParam, signal }) =>
      call(listPaymentOrders, { query: { limit: pageLength, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <RecordPages query={query} failedTitle="Your orders did not load">
      {(pages) => <Orders orders={pages.flatMap((page) => page.data)} />}
    </RecordPages>
  )
}

function Orders({ orders }: { orders: readonly PaymentOrder[] }): ReactElement {
  if (orders.length === 0) {
    return (
      <p className="text-ink-soft">
        You have ordered nothing yet. <TextLink to="/credits-billing">See the plans</TextLink>
      </p>
    )
  }
  return (
    <ol className="divide-y divide-line">
      {orders.map((order) => (
        <OrderLine key={order.tx_ref} order={order} />
      ))}
    </ol>
  )
}

function OrderLine({ order }: { order: PaymentOrder }): ReactElement {
  const { short, tone } = order.isMoreOnItsWay ? moreOnItsWay : statusWords[order.status]
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <TextLink to={`/payment/${order.tx_ref}`} className="min-w-0 wrap-anywhere">
          {order.title}
        </TextLink>
        <Badge tone={tone}>{short}</Badge>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span className="tabular-nums">{formatMoney(order.amount, order.currency)}</span>
        {order.isSandbox && <span>Sandbox, no money moves</span>}
        <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
        {order.receiptNumber && (
          <TextLink to={`/payment/${order.tx_ref}/receipt`}>Receipt {order.receiptNumber}</TextLink>
        )}
      </p>
      {order.success?.isUnused && (
        <LinkButton variant="secondary" to={order.success.next.path} className="justify-self-start">
          Make your model
        </LinkButton>
      )}
    </li>
  )
}
