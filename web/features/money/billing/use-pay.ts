import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { useNavigate } from "react-router"
import type { z } from "zod"
import { createPaymentOrder, type PaymentOrder } from "#contract/money/orders.ts"
import { isUnderWay } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

type OrderBody = z.input<typeof createPaymentOrder.body>

/** What a history entry of the order page says: it was opened by a press on a pay button. */
export interface PaymentPageState {
  opensCheckout: true
}

/**
 * Orders what was chosen and goes to the order's own page, which then opens the checkout. Who left before the answer stays
 * where they went; the order waits among theirs.
 */
export function usePay() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  // The same choice sent twice, because an answer got lost, is one order.
  const last = useRef({ choice: "", key: "" })
  const order = useMutation({
    mutationFn: async (body: OrderBody) => {
      const choice = JSON.stringify(body)
      if (last.current.choice !== choice) last.current = { choice, key: freshKey() }
      return (await call(createPaymentOrder, { body, idempotencyKey: last.current.key })).data
    },
    onSuccess: (order) => {
      last.current = { choice: "", key: "" }
      queries.setQueryData([...queryKeys.paymentOrder, order.tx_ref], order)
      void queries.invalidateQueries({ queryKey: queryKeys.paymentOrders })
    },
    onError: (error) => {
      if (isUnderWay(error)) void queries.invalidateQueries({ queryKey: queryKeys.journey })
    },
  })
  const goOn = ({ tx_ref }: PaymentOrder): void =>
    void navigate(`/payment/${tx_ref}`, { state: { opensCheckout: true } satisfies PaymentPageState })
  const mutate = (body: OrderBody, onError?: (error: Error) => void): void =>
    order.mutate(body, { onSuccess: goOn, ...(onError && { onError }) })
  return { ...order, mutate }
}
