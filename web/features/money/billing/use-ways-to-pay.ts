import { useQuery } from "@tanstack/react-query"
import { offerQuery } from "#web/lib/money/offer-query.ts"

/** What a pay button has to know before it can be pressed. */
export function useWaysToPay() {
  const { data: offer, isError, isPaused, isFetching, refetch } = useQuery(offerQuery)
  // Without a network the repeats of a read wait for it.
  const didFail = offer === undefined && (isError || isPaused)
  return {
    offer,
    /** Why nothing can be paid with; undefined when something can. */
    trouble: didFail
      ? "Prices and ways to pay did not load."
      : offer === undefined
        ? "Looking up prices and ways to pay."
        : offer.waysToPay.length === 0
          ? "Payments are not connected on this installation yet."
          : undefined,
    didFail,
    isAsking: isFetching,
    askAgain: (): void => void refetch(),
  }
}
