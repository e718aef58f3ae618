import { useQuery } from "@tanstack/react-query"
import { balanceQuery } from "./balance.ts"
import { leavesOpen } from "./use-pay-once.ts"

/**
 * Credits that are missing for a press of this cost; 0 where there are enough, and where the cost or the balance is not known.
 * @param cost undefined until it is known
 * @param failure why the last press came to nothing: where it may be paid already, sending it again costs nothing more
 */
export function useMissingCredits(cost: number | undefined, failure?: unknown): number {
  const { data: balance } = useQuery(balanceQuery)
  if (balance === undefined || cost === undefined || leavesOpen(failure)) return 0
  return Math.max(0, cost - balance.credits)
}
