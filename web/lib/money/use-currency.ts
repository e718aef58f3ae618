import { useState, useSyncExternalStore } from "react"
import type { Offer } from "#contract/money/credits.ts"
import type { Currency } from "#web/lib/format/format.ts"
import { keepCurrency, keptCurrency, storedCurrency } from "#web/lib/session/stored-session.ts"

function never(): () => void {
  return () => {}
}

/** Naira for a device that is set to Nigeria, by its languages or its clock; null where nothing tells. */
function guessedCurrency(): Currency | null {
  const isNigerian =
    navigator.languages.some((language) => /-NG$/i.test(language)) ||
    Intl.DateTimeFormat().resolvedOptions().timeZone === "Africa/Lagos"
  return isNigerian ? "NGN" : null
}

function knownHere(): Currency | null {
  return keptCurrency() ?? storedCurrency()
}

function ofProfile(country: string): Currency | null {
  const name = country.trim().toLowerCase()
  return name === "" ? null : name === "nigeria" ? "NGN" : "USD"
}

/**
 * The currency prices are shown in: what was picked here, now or before, else the one of the session's stored country, of the
 * profile's, else naira where the device is set to Nigeria, else the server's word. Built-ahead pages begin in dollars.
 */
export function useCurrency(offer: Offer | undefined, profileCountry = ""): [Currency, (currency: Currency) => void] {
  const known = useSyncExternalStore<Currency | null>(never, knownHere, () => null)
  const guessed = useSyncExternalStore<Currency | null>(never, guessedCurrency, () => null)
  const [picked, setPicked] = useState<Currency>()
  const pick = (currency: Currency): void => {
    setPicked(currency)
    keepCurrency(currency)
  }
  return [picked ?? known ?? ofProfile(profileCountry) ?? guessed ?? offer?.currency ?? "USD", pick]
}
