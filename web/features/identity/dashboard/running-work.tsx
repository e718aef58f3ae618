import { queryOptions, useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import type { OpenWork } from "#contract/studio/generations.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { takeEarlyHome } from "#web/lib/session/early-session.ts"
import { takeOpenWork, toldModelsQuery, toldRunsQuery } from "#web/lib/studio/open-work.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

/** Own orders that are on their way, and all other work with them; realtime keeps the list true. */
const ordersQuery = queryOptions({
  queryKey: queryKeys.openOrders,
  queryFn: async ({ signal, client }) => {
    const early = await takeEarlyHome<OpenWork>("/generation-orders")
    const load = async () => (await import("#contract/studio/generations.ts")).listOpenOrders
    return takeOpenWork(client, early ?? (await lazyCall(load, { signal })))
  },
})

const loadList = async () => (await import("./work-list.tsx")).WorkList

/** What is under way right now; nothing when nothing is. */
export function RunningWork(): ReactElement | null {
  const { data: orders = [] } = useQuery(ordersQuery)
  const { data: runs = [] } = useQuery(toldRunsQuery)
  const { data: models = [] } = useQuery(toldModelsQuery)
  const { part: WorkList, want } = useLazyPart(loadList)
  const isAny = orders.length + runs.length + models.length > 0
  useEffect(() => {
    if (isAny) want()
  }, [isAny, want])
  return WorkList ? <WorkList orders={orders} runs={runs} models={models} /> : null
}
