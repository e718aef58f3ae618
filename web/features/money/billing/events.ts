import { balanceChanged } from "#contract/money/credits.ts"
import { orderPaymentChanged } from "#contract/money/orders.ts"
import { putAnswer } from "#web/lib/calls/put-answer.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Below so many credits a person is told that they run out, once until there are more again. */
const lowCredits = 10

/** What becomes of an order shows on every screen at once, on another device too. */
export const billingEvents: readonly Listener[] = [
  // Heard before the balance on screen changes, so that the crossing can be seen.
  on(balanceChanged, [], ({ credits }, queries) => {
    const before = queries.getQueryData(balanceQuery.queryKey)?.credits ?? 0
    if (before >= lowCredits && credits < lowCredits) {
      notify.success(`You have ${formatCredits(credits)} left. More are under Billing.`)
    }
  }),
  on(orderPaymentChanged, [queryKeys.paymentOrder], (order, queries) =>
    putAnswer(queries, [...queryKeys.paymentOrder, order.tx_ref], order),
  ),
  // A first payment opens private pictures in the studio.
  on(orderPaymentChanged, [queryKeys.paymentOrders, queryKeys.journey, queryKeys.creditEntries, queryKeys.studio]),
]
