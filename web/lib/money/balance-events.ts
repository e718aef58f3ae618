import { balanceChanged } from "#contract/money/credits.ts"
import { putAnswer } from "#web/lib/calls/put-answer.ts"
import { type Listener, on } from "#web/lib/calls/realtime.ts"
import { balanceQuery } from "./balance.ts"

/** Keeps the balance true wherever it is shown. */
export const balanceEvents: readonly Listener[] = [
  on(balanceChanged, [balanceQuery.queryKey], (balance, queries) => putAnswer(queries, balanceQuery.queryKey, balance)),
]
