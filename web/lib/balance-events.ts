import { balanceChanged } from "#contract/product/credits.ts"
import { balanceQuery } from "./balance.ts"
import { type Listener, on } from "./realtime.ts"

/** Keeps the balance true wherever it is shown. */
export const balanceEvents: readonly Listener[] = [
  on(balanceChanged, [balanceQuery.queryKey], (balance, queries) => {
    // A read that is under way may be from before.
    void queries.cancelQueries({ queryKey: balanceQuery.queryKey })
    queries.setQueryData(balanceQuery.queryKey, balance)
  }),
]
