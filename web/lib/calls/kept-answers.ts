import { notifyManager, type Query, useQueryClient } from "@tanstack/react-query"
import { useCallback, useSyncExternalStore } from "react"
import { isOutOfReach } from "./api-error.ts"
import { queryKeys } from "./query-keys.ts"

declare module "@tanstack/react-query" {
  interface Register {
    /** `isKept`: the last answer is kept on this device, and shown when the server cannot be asked. */
    queryMeta: { isKept?: boolean }
  }
}

/** When the server gave what a query shows, in ms, where that is a copy. */
export const copies = new WeakMap<Query, number>()

export const [sessionKey] = queryKeys.currentUser

/**
 * Asks the server. Where it cannot be asked, and nothing is shown yet, the answer kept here stands in.
 * @throws as `ask`, when there is no copy
 */
export async function askOrRecall<Answer, Context>(
  ask: (context: Context) => Answer | Promise<Answer>,
  context: Context,
  query: Query,
): Promise<Answer> {
  try {
    const answer = await ask(context)
    copies.delete(query)
    return answer
  } catch (error) {
    if (!query.meta?.isKept || !isOutOfReach(error)) throw error
    if (copies.has(query)) return query.state.data as Answer
    if (query.state.data !== undefined) throw error
    const kept = await import("./recall-answer.ts").then(({ recall }) => recall(query)).catch(() => null)
    if (!kept) throw error
    copies.set(query, kept.keptAt)
    return kept.data as Answer
  }
}

/** From when the oldest copy on the screen is, in ms; null while the server has said everything there. */
export function useCopiesFrom(): number | null {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((hear) => cache.subscribe(notifyManager.batchCalls(hear)), [cache]),
    () => oldestCopy(cache.getAll()),
    () => null,
  )
}

function oldestCopy(queries: readonly Query[]): number | null {
  const times = queries.flatMap((query) => (query.isActive() ? (copies.get(query) ?? []) : []))
  return times.length > 0 ? Math.min(...times) : null
}
