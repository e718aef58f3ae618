import { QueryClientProvider } from "@tanstack/react-query"
import type { ComponentType } from "react"
import { Outlet } from "react-router"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { watchSharedSession } from "#web/lib/session/shared-session.ts"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"
import { Toaster } from "#web/ui/overlay/toast.tsx"

/**
 * Makes what pages that talk to the server stand in: server data and messages. Pages that only show words load none of
 * it. A session that may be there is asked for at once, while the page's own code is still loading.
 */
export function createProductRoot(): ComponentType {
  const queries = createQueryClient()
  if (!import.meta.env.SSR) {
    watchSharedSession(queries)
    if (hasStoredSession()) void queries.prefetchQuery(currentUserQuery)
  }
  return function ProductRoot() {
    return (
      <QueryClientProvider client={queries}>
        <Outlet />
        <Toaster />
      </QueryClientProvider>
    )
  }
}
