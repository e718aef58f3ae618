import { orderPaymentChanged } from "#contract/product/orders.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { type Listener, on } from "#web/lib/realtime.ts"

/** What becomes of an order shows on every screen at once, on another device too. */
export const billingEvents: readonly Listener[] = [
  on(orderPaymentChanged, (order, queries) => {
    queries.setQueryData([...queryKeys.paymentOrder, order.tx_ref], order)
    void queries.invalidateQueries({ queryKey: queryKeys.paymentOrders })
    void queries.invalidateQueries({ queryKey: queryKeys.creditEntries })
    // A first payment opens private pictures.
    void queries.invalidateQueries({ queryKey: queryKeys.studio })
  }),
]
