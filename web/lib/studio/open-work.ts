import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query"
import type { OpenModel, OpenWork, Order } from "#contract/studio/generations.ts"
import type { Run } from "#contract/studio/runs.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** Takes what is told beside the open orders to where screens look for it. @returns the orders */
export function takeOpenWork(queries: QueryClient, { data, runs, models }: OpenWork): Order[] {
  queries.setQueryData(queryKeys.openRuns, runs)
  queries.setQueryData(queryKeys.openModels, models)
  return data
}

/** Runs that are on their way, as they were told beside the orders: looks, and asks nothing. */
export const toldRunsQuery = queryOptions<Run[]>({
  queryKey: queryKeys.openRuns,
  // A screen that asks shares the key: whichever came last must be able to.
  queryFn: async ({ signal }) =>
    (await lazyCall(async () => (await import("#contract/studio/runs.ts")).listOpenRuns, { signal })).data,
  enabled: false,
})

/** Models that are trained or shot just now, likewise. */
export const toldModelsQuery = queryOptions<OpenModel[]>({ queryKey: queryKeys.openModels, queryFn: skipToken })
