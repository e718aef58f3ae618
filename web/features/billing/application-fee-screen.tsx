import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { programCards } from "#contract/catalogue/programs.ts"
import { formatMoney } from "#web/lib/format.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { PaymentsNote } from "./payments-note.tsx"

/** Application fee in naira, for everyone (specification §9, decision 11). */
const applicationFeeNaira = 10_000

/** The fee of one program (specification §2). */
export function ApplicationFeeScreen(): ReactElement {
  const [search] = useSearchParams()
  const program = programCards.find(({ slug, disabled }) => slug === search.get("program") && !disabled)
  return (
    <div className="grid max-w-measure gap-8">
      <div className="grid gap-3">
        <h1 className="text-3xl">Application fee</h1>
        {program ? (
          <p className="text-lg text-ink-soft">For {program.name}, cohort 2.</p>
        ) : (
          <p className="text-lg text-ink-soft">
            No program is chosen. <TextLink to="/app">Choose one on the dashboard</TextLink>
          </p>
        )}
      </div>
      <Card className="grid gap-5">
        <p className="font-display text-4xl font-semibold tabular-nums">{formatMoney(applicationFeeNaira, "NGN")}</p>
        <ul className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
          <li>Charged in naira, wherever you are.</li>
          <li>Paid once per application; it confirms your interest and locks your seat.</li>
          <li>Not refundable. A double payment or a wrong amount is paid back.</li>
        </ul>
      </Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button size="large" disabled aria-describedby="payments-note">
          Pay
        </Button>
        <PaymentsNote id="payments-note" />
      </div>
    </div>
  )
}
