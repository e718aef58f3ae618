import type { ReactElement, ReactNode } from "react"
import { applicationFeeNaira, instalmentTotals, type Program } from "#contract/catalogue/program.ts"
import { addMonths } from "#contract/catalogue/tuition.ts"
import { academy } from "#web/content/academy.ts"
import { programWords } from "#web/content/program-labels.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

function naira(amount: string | number): string {
  return formatMoney(amount, "NGN")
}

interface ProgramFeesProps {
  program: Program
  /** Naira; absent while the open cohort's fees are not known, and those of the catalogue are shown as the usual ones. */
  applicationFee: number | undefined
  /** Day of the first class, as YYYY-MM-DD, of the cohort one can apply for; absent while there is none, or none is known. */
  startsOn: string | undefined
}

/** Tuition in one payment or three, full and discounted, and the application fee (docs/product-rules.md#application-fee, docs/product-rules.md#instalments). */
export function ProgramFees({ program, applicationFee, startsOn }: ProgramFeesProps): ReactElement {
  const { payment } = program
  const totals = instalmentTotals(payment)
  const { due, gives, refunds } = programWords.fees
  const fee = applicationFee ?? Number(applicationFeeNaira)
  const monthsOn = (months: number, words: string): string =>
    startsOn ? `By ${formatDate(addMonths(startsOn, months))}` : words
  const instalments = [
    ["First instalment", due.first, payment.first_tranche, payment.discounted_first_tranche],
    ["Second instalment", monthsOn(1, due.second), payment.second_tranche, payment.discounted_second_tranche],
    ["Third instalment", monthsOn(2, due.third), payment.third_tranche, payment.discounted_third_tranche],
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
          <caption className="sr-only">Tuition in one payment or three, and when each is due</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-ink-soft">
              <th scope="col" className="py-3 font-medium">
                Payment
              </th>
              <th scope="col" className="py-3 text-right font-medium">
                Full price
              </th>
              <th scope="col" className="py-3 text-right font-medium">
                You pay
              </th>
            </tr>
          </thead>
          <tbody>
            <FeeRow
              name="One payment"
              due={due.full}
              full={naira(payment.total)}
              now={naira(payment.discounted_total)}
              isStrong
            />
            {instalments.map(([name, when, full, now]) => (
              <FeeRow key={name} name={name} due={when} full={naira(full)} now={naira(now)} />
            ))}
            <FeeRow name="Instalment total" full={naira(totals.full)} now={naira(totals.discounted)} isStrong />
          </tbody>
        </table>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <Fact name="In all, with the application">
            {naira(fee + Number(payment.discounted_total))} at once, {naira(fee + totals.discounted)} in instalments
          </Fact>
          <Fact name={`Application fee: ${naira(fee)}`}>
            It comes first, once per application, in naira wherever you live. It {gives}
          </Fact>
          <Fact name="Refunds">{refunds}</Fact>
          <Fact name={academy.scholarships.name}>{academy.scholarships.text}</Fact>
        </dl>
        {/* On paper for good: a printed page outlives the cohort it was printed for. */}
        <p className={classNames("max-w-measure text-ink-soft", applicationFee !== undefined && "hidden print:block")}>
          {academy.usualFees}
        </p>
      </div>
    </PageSection>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="grid content-start gap-1">
      <dt className="font-medium tabular-nums">{name}</dt>
      <dd className="text-ink-soft tabular-nums">{children}</dd>
    </div>
  )
}

interface FeeRowProps {
  name: string
  /** When it is paid; absent for a sum. */
  due?: string
  full: string
  now: string
  isStrong?: boolean
}

function FeeRow({ name, due, full, now, isStrong = false }: FeeRowProps): ReactElement {
  return (
    <tr className="border-b border-line">
      <th scope="row" className={isStrong ? "py-4 font-display text-lg font-semibold" : "py-4 font-normal"}>
        {name}
        {due && <span className="block font-sans text-sm font-normal text-ink-soft">{due}</span>}
      </th>
      <td className="py-4 pl-3 text-right text-ink-soft">
        <s>{full}</s>
      </td>
      <td className={isStrong ? "py-4 pl-3 text-right text-lg font-semibold" : "py-4 pl-3 text-right"}>{now}</td>
    </tr>
  )
}
