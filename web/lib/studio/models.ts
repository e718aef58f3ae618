import { queryOptions } from "@tanstack/react-query"
import { isFinalStatus } from "#contract/catalogue/trainings.ts"
import { listModels, type Model, modelChanged } from "#contract/studio/trainings.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"

/** Time between two looks at a model that is on its way, in ms: realtime is faster, but may be down. */
const pollEveryMs = 4_000

/** Own models, newest first; looked at again while something is on its way. */
export const modelsQuery = queryOptions({
  queryKey: queryKeys.models,
  meta: { isKept: true },
  queryFn: async ({ signal }): Promise<Model[]> => (await call(listModels, { signal })).data,
  refetchInterval: ({ state }) =>
    state.data?.some(({ trainingStatus }) => !isFinalStatus(trainingStatus)) ? pollEveryMs : false,
})

/** Reads models again when the server says that one changed. */
export const modelEvents: readonly Listener[] = [
  on(modelChanged, [queryKeys.models, queryKeys.userPhotoshoots, queryKeys.openOrders]),
]
