import type { ReactElement } from "react"
import { applicationFeeNaira, type Program } from "#contract/catalogue/program.ts"
import { formatMoney } from "#web/lib/format/format.ts"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { ApplyLink } from "./apply-link.tsx"

interface CostBarProps {
  program: Program
  /** Naira; absent while the open cohort's fees are not known. */
  applicationFee: number | undefined
}

/** What the program costs in all, and the way to apply, in view for as long as one reads. */
export function CostBar({ program, applicationFee }: CostBarProps): ReactElement {
  usePageHas("cost-bar")
  const { payment } = program
  const fee = applicationFee ?? Number(applicationFeeNaira)
  const [total, first] = [Number(payment.discounted_total) + fee, payment.discounted_first_tranche]
  return (
    <aside
      aria-label="Costs"
      data-cost-bar
      className="sticky bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] low:static print:hidden"
    >
      <div className="mx-auto flex max-w-page items-center justify-between gap-4 px-5 py-2 sm:px-8">
        <p className="grid tabular-nums sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-4">
          <span>
            <strong className="text-lg">{formatMoney(total, "NGN")}</strong> in all
            {applicationFee === undefined && ", usually"}
          </span>
          <a href="#fees" className="text-sm text-ink-soft underline underline-offset-4">
            <span className="max-sm:hidden">
              Application {formatMoney(fee, "NGN")}, then {formatMoney(payment.discounted_total, "NGN")} at once, or{" "}
              {formatMoney(first, "NGN")} and two more instalments
            </span>
            <span className="sm:hidden">What is in it</span>
          </a>
        </p>
        <ApplyLink slug={program.slug} />
      </div>
    </aside>
  )
}
