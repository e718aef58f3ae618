import { queryOptions, useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link } from "react-router"
import type { Order } from "#contract/product/generations.ts"
import { takeEarlyHome } from "#web/lib/early-session.ts"
import { lateCall } from "#web/lib/late-call.ts"
import { orderAddress } from "#web/lib/order-address.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Progress } from "#web/ui/progress.tsx"

/** Own orders that are on their way; realtime keeps the list true. */
const runningQuery = queryOptions({
  queryKey: queryKeys.openOrders,
  queryFn: async ({ signal }) =>
    (await takeEarlyHome<Order[]>("/generation-orders")) ??
    (await lateCall(async () => (await import("#contract/product/generations.ts")).listOpenOrders, { signal })).data,
})

/** What is being drawn right now; nothing when nothing is. */
export function RunningWork(): ReactElement | null {
  const { data: orders = [] } = useQuery(runningQuery)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="running" className="grid gap-3">
      <h2 id="running" className="text-xl">
        Being drawn
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {orders.map(({ id, mode, prompt, status, progress }) => (
          <li key={id}>
            <Link
              to={orderAddress(mode)}
              className="grid gap-2 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
            >
              <span className="truncate font-medium">{prompt}</span>
              <Progress label="Drawing" share={status === "drawing" && progress > 0 ? progress : undefined} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
