import { useQuery } from "@tanstack/react-query"
import { Coins } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { balanceQuery } from "#web/lib/balance.ts"
import { formatCredits, formatNumber } from "#web/lib/format.ts"
import { SkeletonText } from "#web/ui/skeleton.tsx"

/** The credits in the top bar: always true, leads to the plans. */
export function BalanceChip(): ReactElement {
  const { data } = useQuery(balanceQuery)
  return (
    <Link
      to="/credits-billing"
      title={data && data.held > 0 ? `${formatCredits(data.held)} held for work under way` : "Your credits"}
      className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-medium tabular-nums transition-colors hover:bg-indigo-wash"
    >
      <Coins aria-hidden="true" className="size-5 text-amber" />
      {data ? (
        <span>
          {formatNumber(data.credits)}
          <span className="sr-only sm:not-sr-only"> {data.credits === 1 ? "credit" : "credits"}</span>
        </span>
      ) : (
        <span>
          <SkeletonText className="w-8 sm:w-20" />
          <span className="sr-only">Your credits</span>
        </span>
      )}
    </Link>
  )
}
