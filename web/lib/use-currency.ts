import { useState, useSyncExternalStore } from "react"
import type { Offer } from "#contract/product/credits.ts"
import type { Currency } from "./format.ts"
import { storedCurrency } from "./stored-session.ts"

function never(): () => void {
  return () => {}
}

/**
 * The currency prices are shown in: what was picked here, else the one of the session's stored country, else the
 * server's word (decision 10). Built-ahead pages begin in dollars.
 */
export function useCurrency(offer: Offer | undefined): [Currency, (currency: Currency) => void] {
  const stored = useSyncExternalStore<Currency | null>(never, storedCurrency, () => null)
  const [picked, setPicked] = useState<Currency>()
  return [picked ?? stored ?? offer?.currency ?? "USD", setPicked]
}
