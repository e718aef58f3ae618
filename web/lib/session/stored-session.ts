import { projectId } from "#contract/project.ts"

/** Local storage key written by the SDK; tells that somebody signed in here (docs/product-rules.md#session-fallback). */
export const fallbackKey = "cookieFallback"

/**
 * Notes that a session lives in the cookie although the fallback was lost: a person sent to /sign-in by mistake is let
 * in again by the "session is active" answer (docs/product-rules.md#session-fallback). A marker without any secret, as the server writes it.
 */
export function restoreStoredSession(): void {
  if (!hasStoredSession())
    localStorage.setItem(fallbackKey, JSON.stringify({ [`a_session_${projectId}`]: "signed-in" }))
}

/** Local storage key with the country of the session, in two small letters (docs/product-rules.md#numbers). */
const countryKey = "user_country_code"

/** Local storage key with the currency a visitor picked. */
const currencyKey = "currency"

/** The currency picked here before; null before the first pick. */
export function keptCurrency(): "NGN" | "USD" | null {
  const kept = localStorage.getItem(currencyKey)
  return kept === "NGN" || kept === "USD" ? kept : null
}

export function keepCurrency(currency: "NGN" | "USD"): void {
  try {
    localStorage.setItem(currencyKey, currency)
  } catch {
    // A full or forbidden storage only means that it is picked again.
  }
}

/** Whether somebody signed in here: the stored session fallback is neither absent, empty, null nor an empty list. */
export function hasStoredSession(): boolean {
  const stored = localStorage.getItem(fallbackKey)?.trim() ?? ""
  return stored !== "" && stored !== "null" && stored !== "[]"
}

export function storeCountryCode(code: string): void {
  localStorage.setItem(countryKey, code)
}

/** The country of the session, in two small letters, as the network told; "" where it did not. */
export function storedCountryCode(): string {
  return localStorage.getItem(countryKey)?.toLowerCase() ?? ""
}

/** Currency of the session's country: naira for Nigeria, else dollars; null where the country is unknown (docs/product-rules.md#currency-choice). */
export function storedCurrency(): "NGN" | "USD" | null {
  const code = storedCountryCode()
  if (!/^[a-z]{2}$/.test(code)) return null
  return code === "ng" ? "NGN" : "USD"
}

/** Forgets everything this browser kept (docs/product-rules.md#sign-out). */
export function clearStoredData(): void {
  localStorage.clear()
  sessionStorage.clear()
}
