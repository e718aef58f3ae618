import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listPaymentOrders, type PaymentOrder } from "#contract/product/orders.ts"
import { statusWords } from "#web/content/order-status.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { formatMoment, formatMoney } from "#web/lib/format.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { ErrorState } from "#web/ui/empty-state.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextLink } from "#web/ui/text-link.tsx"

/** Orders of one page. */
const pageLength = 5

/** The person's orders with their receipts, newest first. */
export function OrderList(): ReactElement {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.paymentOrders,
    queryFn: ({ pageParam, signal }) =>
      call(listPaymentOrders, { query: { limit: pageLength, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (isPending) return <Skeleton className="h-48" />
  if (error) {
    return (
      <ErrorState
        title="Your orders did not load"
        text={messageOf(error, noAnswerMessage)}
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    )
  }
  const orders = data.pages.flatMap((page) => page.data)
  if (orders.length === 0) {
    return (
      <p className="text-ink-soft">
        You have ordered nothing yet. <TextLink to="/credits-billing">See the plans</TextLink>
      </p>
    )
  }
  return (
    <>
      <ol className="divide-y divide-line">
        {orders.map((order) => (
          <OrderLine key={order.tx_ref} order={order} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          className="justify-self-start"
          onClick={() => fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function OrderLine({ order }: { order: PaymentOrder }): ReactElement {
  const { short, tone } = statusWords[order.status]
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
        <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
        {order.receiptNumber && (
          <TextLink to={`/payment/${order.tx_ref}/receipt`}>Receipt {order.receiptNumber}</TextLink>
        )}
      </p>
    </li>
  )
}
