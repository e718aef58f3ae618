import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { getStudio } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** What the engines can do and what the person may do. Asked again now and then: an engine may fail and come back. */
export const studioQuery = queryOptions({
  queryKey: queryKeys.studio,
  meta: { isKept: true },
  queryFn: async ({ signal }) => (await call(getStudio, { signal })).data,
  staleTime: 60_000,
})

/** Whether this installation opens photos of iPhones. */
export async function readsHeicAt(queries: QueryClient): Promise<boolean> {
  return (await queries.ensureQueryData(studioQuery)).readsHeic
}
