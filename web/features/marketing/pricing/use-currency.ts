import { useState, useSyncExternalStore } from "react"
import type { Currency } from "#web/lib/format.ts"
import { preferredCurrency } from "#web/lib/stored-session.ts"

function never(): () => void {
  return () => {}
}

/** The currency prices are shown in: what was picked here, else the one of the stored country (decision 10). */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const first = useSyncExternalStore<Currency>(
    never,
    () => preferredCurrency(""),
    () => "USD",
  )
  const [picked, setPicked] = useState<Currency>()
  return [picked ?? first, setPicked]
}
