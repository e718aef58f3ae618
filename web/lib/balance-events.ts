import { balanceChanged } from "#contract/money/credits.ts"
import { balanceQuery } from "./balance.ts"
import { putAnswer } from "./put-answer.ts"
import { type Listener, on } from "./realtime.ts"

/** Keeps the balance true wherever it is shown. */
export const balanceEvents: readonly Listener[] = [
  on(balanceChanged, [balanceQuery.queryKey], (balance, queries) => putAnswer(queries, balanceQuery.queryKey, balance)),
]
