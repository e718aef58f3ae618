import type { ReactElement } from "react"
import { applicationFeeNaira, instalmentTotals, type Program } from "#contract/catalogue/programs/program.ts"
import { academy } from "#web/content/academy.ts"
import { formatMoney } from "#web/lib/format.ts"
import { classNames } from "#web/ui/class-names.ts"
import { PageSection } from "#web/ui/page-section.tsx"

function naira(amount: string | number): string {
  return formatMoney(amount, "NGN")
}

interface ProgramFeesProps {
  program: Program
  /** Naira; absent while the open cohort's fees are not known, and those of the catalogue are shown as the usual ones. */
  applicationFee: number | undefined
}

/** Tuition in one payment or three, full and discounted, and the application fee (docs/product-rules.md#application-fee, docs/product-rules.md#instalments). */
export function ProgramFees({ program, applicationFee }: ProgramFeesProps): ReactElement {
  const { payment } = program
  const totals = instalmentTotals(payment)
  const instalments = [
    ["First instalment", payment.first_tranche, payment.discounted_first_tranche],
    ["Second instalment", payment.second_tranche, payment.discounted_second_tranche],
    ["Third instalment", payment.third_tranche, payment.discounted_third_tranche],
  ] as const
  return (
    <PageSection
      id="fees"
      title="Tuition"
      text="50% off: pay once, or in instalments over three months. What you pay is in the last column."
      layout="beside"
    >
      <div className="grid gap-6">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b border-line-strong text-sm text-ink-soft">
              <th className="py-3 font-medium">Payment</th>
              <th className="py-3 text-right font-medium">Full price</th>
              <th className="py-3 text-right font-medium">You pay</th>
            </tr>
          </thead>
          <tbody>
            <FeeRow name="One payment" full={naira(payment.total)} now={naira(payment.discounted_total)} isStrong />
            {instalments.map(([name, full, now]) => (
              <FeeRow key={name} name={name} full={naira(full)} now={naira(now)} />
            ))}
            <FeeRow name="Instalment total" full={naira(totals.full)} now={naira(totals.discounted)} isStrong />
          </tbody>
        </table>
        <p className="max-w-measure text-ink-soft">
          The application fee of {naira(applicationFee ?? applicationFeeNaira)} comes first. It is charged in naira
          wherever you live, paid once per application, holds your seat, and is not refundable.
        </p>
        {/* On paper for good: a printed page outlives the cohort it was printed for. */}
        <p className={classNames("max-w-measure text-ink-soft", applicationFee !== undefined && "hidden print:block")}>
          {academy.usualFees}
        </p>
      </div>
    </PageSection>
  )
}

interface FeeRowProps {
  name: string
  full: string
  now: string
  isStrong?: boolean
}

function FeeRow({ name, full, now, isStrong = false }: FeeRowProps): ReactElement {
  return (
    <tr className="border-b border-line">
      <th scope="row" className={isStrong ? "py-4 font-display text-lg font-semibold" : "py-4 font-normal"}>
        {name}
      </th>
      <td className="py-4 text-right text-ink-soft">
        <s>{full}</s>
      </td>
      <td className={isStrong ? "py-4 text-right text-lg font-semibold" : "py-4 text-right"}>{now}</td>
    </tr>
  )
}
