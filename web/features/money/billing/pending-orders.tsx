import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listPaymentOrders, type PaymentOrder } from "#contract/money/orders.ts"
import { moreOnItsWay, statusWords } from "#web/content/order-status.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoney } from "#web/lib/format/format.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** Newest orders that are looked through: money is on its way for two days at most. */
const looked = 10

const moving: readonly PaymentOrder["status"][] = ["pending", "short"]

/** Orders whose money is on its way or too little, so that nobody orders the same once more; nothing without one. */
export function PendingOrders(): ReactElement | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.paymentOrders, "moving"],
    queryFn: async ({ signal }) => (await call(listPaymentOrders, { query: { limit: looked }, signal })).data,
  })
  const orders = data?.filter(({ status }) => moving.includes(status)) ?? []
  if (orders.length === 0) return null
  return (
    <ul aria-label="Orders under way" className="grid gap-2">
      {orders.map((order) => (
        <li key={order.tx_ref} className="rounded-control bg-ochre-wash p-3">
          {(order.isMoreOnItsWay ? moreOnItsWay : statusWords[order.status]).title}:{" "}
          <TextLink to={`/payment/${order.tx_ref}`}>
            {order.title}, {formatMoney(order.amount, order.currency)}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
