import { QueryCache, QueryClient } from "@tanstack/react-query"
import { closeStored } from "#web/lib/stored/browser-store.ts"
import { ApiError, isSignedOut } from "./api-error.ts"
import { askOrRecall } from "./kept-answers.ts"
import { queryKeys } from "./query-keys.ts"

/** Repeats of a failed read, the first wait and the longest one in ms, and how long unused answers stay. Source: docs/product-rules.md#calls. */
const maxRepeats = 3
const firstWaitMs = 1_000
const longestWaitMs = 30_000
const keepUnusedMs = 5 * 60_000

/** @returns the wait before the repeat of that number (0 for the first), in ms */
export function repeatWaitMs(repeat: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** repeat)
}

/** Reads are repeated, but not when the server has said no: asking again would change nothing. */
export function isWorthRepeating(failures: number, error: Error): boolean {
  if (failures >= maxRepeats) return false
  return !(error instanceof ApiError) || error.code === 0 || error.code >= 500 || error.code === 429
}

/** The cache of server data. Writes never repeat by themselves (docs/product-rules.md#writes-once). */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (!isSignedOut(error)) return
        void closeStored()
        client.setQueryData(queryKeys.currentUser, null)
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: isWorthRepeating,
        retryDelay: repeatWaitMs,
        gcTime: keepUnusedMs,
        // Asked once even where the device believes to be offline, so that the screen can say so.
        networkMode: "offlineFirst",
        persister: askOrRecall,
      },
      // Offline a write fails at once instead of waiting unseen for the network.
      mutations: { retry: false, networkMode: "always" },
    },
  })
  return client
}
