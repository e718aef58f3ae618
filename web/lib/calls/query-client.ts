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

/** @returns the wait before the repeat of that number (0 for the first), in ms: what the server asks for, where it says so */
export function repeatWaitMs(repeat: number, error: Error): number {
  return askedWaitMs(error) ?? Math.min(longestWaitMs, firstWaitMs * 2 ** repeat)
}

function askedWaitMs(error: Error): number | null {
  return error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1_000 : null
}

/**
 * Reads are repeated, but not when the server has said no: asking again would change nothing. Where it wants to be left alone for
 * longer than anybody looks at an empty screen, the person is told at once.
 */
export function isWorthRepeating(failures: number, error: Error): boolean {
  if (failures >= maxRepeats || (askedWaitMs(error) ?? 0) > longestWaitMs) return false
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
