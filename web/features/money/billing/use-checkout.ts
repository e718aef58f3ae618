import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { messages } from "#contract/messages.ts"
import { type Checkout, checkPaymentOrder, linkPaymentOrder, type PaymentOrder } from "#contract/money/orders.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { openPaymentWindow } from "./payment-window.ts"

interface CheckHint {
  transaction_id?: string | number
  closed?: boolean
}

/** Has the server ask the provider about the order. */
export function useCheck(txRef: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: CheckHint) => (await call(checkPaymentOrder, { params: { tx_ref: txRef }, body })).data,
    onSuccess: (order: PaymentOrder) => {
      queries.setQueryData([...queryKeys.paymentOrder, txRef], order)
      void queries.invalidateQueries({ queryKey: queryKeys.paymentOrders })
      void queries.invalidateQueries({ queryKey: queryKeys.journey })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
}

/**
 * Opens the provider's window, or its page; asks the server afterwards. Fails only where the window does not open. Nothing
 * opens any more over the page of somebody who left while the provider's script was on its way.
 */
export function useCheckout(txRef: string) {
  const { mutateAsync: check } = useCheck(txRef)
  const isHere = useIsHere()
  return useMutation({
    mutationFn: async (checkout: Checkout) => {
      if (checkout.kind === "page") {
        const url = checkout.url ?? (await askForPage(txRef))
        if (isHere()) location.assign(url)
        return
      }
      const outcome = await openPaymentWindow(checkout, isHere).catch((error) => {
        if (isHere()) notify.error(messages.paymentScriptFailed)
        throw error
      })
      if (!outcome) return
      const { transactionId } = outcome
      // Only a hint, whose failure is said by itself: the order is looked at again anyway.
      await check(transactionId === null ? { closed: true } : { transaction_id: transactionId }).catch(() => undefined)
    },
  })
}

/** Address of the provider's page. @throws ApiError, which the person has read then */
async function askForPage(txRef: string): Promise<string> {
  try {
    return (await call(linkPaymentOrder, { params: { tx_ref: txRef } })).data.url
  } catch (error) {
    notify.error(messageOf(error, noAnswerMessage))
    throw error
  }
}

/** Tells whether the screen still stands. */
function useIsHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}

/** Leads to the provider's own page, for browsers in which its window does not open; who left meanwhile stays. */
export function usePaymentLink(txRef: string): { open: () => void; isOpening: boolean } {
  const link = useMutation({
    mutationFn: () => askForPage(txRef),
  })
  const open = (): void => link.mutate(undefined, { onSuccess: (url) => location.assign(url) })
  return { open, isOpening: link.isPending }
}
