import { queryOptions } from "@tanstack/react-query"
import type { Balance } from "#contract/money/credits.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { takeEarlyHome } from "#web/lib/session/early-session.ts"

/** Own credits: free to spend, and held for work under way. */
export const balanceQuery = queryOptions({
  queryKey: queryKeys.balance,
  meta: { isKept: true },
  queryFn: async ({ signal }) =>
    (await takeEarlyHome<{ data: Balance }>("/credits"))?.data ??
    (await lazyCall(async () => (await import("#contract/money/credits.ts")).getBalance, { signal })).data,
})
