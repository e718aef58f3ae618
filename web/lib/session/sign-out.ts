import type { QueryClient } from "@tanstack/react-query"
import { ApiError, isSignedOut } from "#web/lib/calls/api-error.ts"
import { loadBackend } from "#web/lib/calls/load-backend.ts"
import { keepSignOut } from "#web/lib/calls/waiting-sign-out.ts"
import { clearStored } from "#web/lib/stored/browser-store.ts"
import { dropShared } from "#web/lib/stored/shared-things.ts"
import { leavePage } from "./left-page.ts"
import { dropPush } from "./push-subscription.ts"
import { clearStoredData } from "./stored-session.ts"

/**
 * Ends this session on the server, then forgets everything kept here: stored data and cache (docs/product-rules.md#sign-out).
 * Without a connection everything is forgotten at once, and the server is told later.
 * @returns whether the server knows
 * @throws ApiError when the server refused; the person is still signed in then and nothing was cleared
 */
export async function signOut(queries: QueryClient): Promise<"sent" | "waiting"> {
  try {
    const { deleteCurrentSession } = await loadBackend()
    await deleteCurrentSession()
  } catch (error) {
    const isUnheard = error instanceof ApiError && error.code === 0
    if (!isUnheard && !isSignedOut(error)) throw error
    if (isUnheard) {
      const forgotten = forgetPerson(queries, { keepsUnsent: true })
      // Before anything is waited for: a page that finds nobody stored here would lead to the sign-in.
      keepSignOut()
      await forgotten
      return "waiting"
    }
  }
  await forgetPerson(queries, { keepsUnsent: true })
  return "sent"
}

/**
 * Forgets everything this browser kept of a person: stored data, lessons for offline, cache.
 * @param keepsUnsent whether progress that the server does not know yet waits for the same person to come back
 */
export async function forgetPerson(queries: QueryClient, { keepsUnsent }: { keepsUnsent: boolean }): Promise<void> {
  leavePage()
  clearStoredData()
  await Promise.all([clearStored(keepsUnsent), dropShared(), dropPush()])
  queries.removeQueries()
}
