import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Mode } from "#contract/catalogue/modes.ts"
import { useDebounced } from "#web/lib/page/use-debounced.ts"
import { keepForAccount, readPreferences } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import { modeAddress } from "./mode-address.ts"
import type { Draft } from "./order/draft.ts"

/** How long typing must rest before the words are kept, in ms. */
const restMs = 1_500

/**
 * Keeps the words of who has not confirmed the address with the account: the mail may be opened in another browser, and
 * they should be there too.
 */
export function useStoredWords(mode: Mode, draft: Draft): void {
  const queries = useQueryClient()
  const { isAuthenticated, isEmailVerified, prefs } = useSession()
  const { next } = readPreferences(prefs)
  const wish = useDebounced(asAddress(mode, draft), restMs)
  const isWorthKeeping = isAuthenticated && !isEmailVerified && wish !== undefined && wish !== next
  useEffect(() => {
    if (isWorthKeeping) void keepForAccount(queries, { next: wish })
  }, [isWorthKeeping, wish, queries])
}

/** The address that opens the form filled in; undefined while there are no words. */
function asAddress(mode: Mode, { prompt, ratio }: Draft): string | undefined {
  if (prompt.trim() === "") return undefined
  const query = new URLSearchParams({ prompt: prompt.trim(), ...(ratio && { shape: ratio }) })
  return `${modeAddress(mode)}&${query}`
}
