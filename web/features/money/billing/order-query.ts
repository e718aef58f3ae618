import { queryOptions } from "@tanstack/react-query"
import { getPaymentOrder, type PaymentOrder } from "#contract/money/orders.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** While money may come in, the order is looked at this often, in ms, beside what realtime tells. */
const pollEveryMs = 5_000

const moving: readonly PaymentOrder["status"][] = ["created", "pending"]

/** An own order, kept true while it is on screen. */
export function paymentOrderQuery(txRef: string) {
  return queryOptions({
    queryKey: [...queryKeys.paymentOrder, txRef],
    queryFn: async ({ signal }) => (await call(getPaymentOrder, { params: { tx_ref: txRef }, signal })).data,
    refetchInterval: ({ state }) => (state.data && moving.includes(state.data.status) ? pollEveryMs : false),
  })
}
