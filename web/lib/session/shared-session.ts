import type { QueryClient } from "@tanstack/react-query"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { fallbackKey } from "./stored-session.ts"

/**
 * Looks again who is signed in when another tab signs in or out, on whatever page this one is: what was read for the
 * person before is forgotten, so that the next one begins without it.
 */
export function watchSharedSession(queries: QueryClient): void {
  const [currentUser] = queryKeys.currentUser
  addEventListener("storage", ({ key }) => {
    // A cleared storage has no key to name.
    if (key !== fallbackKey && key !== null) return
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser })
    void queries.resetQueries({ queryKey: queryKeys.currentUser })
  })
}
