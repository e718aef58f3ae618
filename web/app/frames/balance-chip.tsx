import { useQuery } from "@tanstack/react-query"
import { Coins } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { formatCredits, formatNumber } from "#web/lib/format/format.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { SkeletonText } from "#web/ui/feedback/skeleton.tsx"

/** The credits in the top bar: always true, leads to what came in and went out. */
export function BalanceChip(): ReactElement {
  const { data } = useQuery(balanceQuery)
  return (
    <Link
      to="/account#credits"
      aria-label={data ? formatCredits(data.credits) : "Your credits"}
      title={data && data.held > 0 ? `${formatCredits(data.held)} held for work under way` : undefined}
      className="flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-surface px-3 font-medium tabular-nums transition-colors hover:bg-indigo-wash sm:gap-2 sm:px-4"
    >
      <Coins aria-hidden="true" className="size-5 text-amber max-[22.6rem]:hidden" />
      {data ? (
        <span>
          {formatNumber(data.credits)}
          <span className="hidden sm:inline"> {data.credits === 1 ? "credit" : "credits"}</span>
        </span>
      ) : (
        <SkeletonText className="w-6 sm:w-20" />
      )}
    </Link>
  )
}
