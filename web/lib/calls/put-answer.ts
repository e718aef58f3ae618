import type { QueryClient, QueryKey } from "@tanstack/react-query"

/** Puts what is now known in the place of an answer. A read of it that is under way may be from before, and ends. */
export function putAnswer(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  void queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, data)
}
