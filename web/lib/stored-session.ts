/** Local storage key written by the SDK; tells that somebody signed in here (specification §9, decision 91). */
export const fallbackKey = "cookieFallback"

/** Local storage key with the country of the session, in two small letters (specification §9). */
const countryKey = "user_country_code"

/** Whether somebody signed in here: the stored session fallback is neither absent, empty, null nor an empty list. */
export function hasStoredSession(): boolean {
  const stored = localStorage.getItem(fallbackKey)?.trim() ?? ""
  return stored !== "" && stored !== "null" && stored !== "[]"
}

export function storeCountryCode(code: string): void {
  localStorage.setItem(countryKey, code)
}

/** Currency in which prices are shown first: naira when the stored country is Nigeria, else dollars (decision 10). */
export function preferredCurrency(): "NGN" | "USD" {
  return localStorage.getItem(countryKey)?.toLowerCase() === "ng" ? "NGN" : "USD"
}

/** Forgets everything this browser kept (decision 90). */
export function clearStoredData(): void {
  localStorage.clear()
  sessionStorage.clear()
}
