import { queryOptions } from "@tanstack/react-query"
import { balanceChanged, getBalance } from "#contract/product/credits.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"
import { type Listener, on } from "./realtime.ts"

/** Own credits: free to spend, and held for work under way. */
export const balanceQuery = queryOptions({
  queryKey: queryKeys.balance,
  queryFn: async ({ signal }) => (await call(getBalance, { signal })).data,
})

/** Keeps the balance true wherever it is shown. */
export const balanceEvents: readonly Listener[] = [
  on(balanceChanged, (balance, queries) => queries.setQueryData(balanceQuery.queryKey, balance)),
]
