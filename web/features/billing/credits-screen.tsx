import { Check } from "lucide-react"
import { type ReactElement, useState } from "react"
import { type CreditPlan, creditPlans } from "#contract/catalogue/plans.ts"
import { type Currency, formatMoney } from "#web/lib/format.ts"
import { useSession } from "#web/lib/session.ts"
import { preferredCurrency } from "#web/lib/stored-session.ts"
import { Button } from "#web/ui/button.tsx"
import { Segmented } from "#web/ui/segmented.tsx"
import { PaymentsNote } from "./payments-note.tsx"

const currencies = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
] as const

/** Credit plans (specification §9). */
export function CreditsScreen(): ReactElement {
  const { country } = useSession()
  const [currency, setCurrency] = useState<Currency>(() => preferredCurrency(country))
  const [planId, setPlanId] = useState<string>()
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div className="grid gap-3">
          <h1 className="text-3xl">Buy credits</h1>
          <p className="max-w-measure text-ink-soft">Credits do not expire. Any plan opens private pictures.</p>
        </div>
        <Segmented
          label="Currency"
          hideLabel
          choices={currencies}
          value={currency}
          onPick={setCurrency}
          className="w-full sm:w-60"
        />
      </div>
      <fieldset>
        <legend className="sr-only">Plan</legend>
        <div className="grid gap-4 md:grid-cols-3">
          {creditPlans.map((plan) => (
            <PlanTile
              key={plan.id}
              plan={plan}
              currency={currency}
              isPicked={plan.id === planId}
              onPick={() => setPlanId(plan.id)}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button size="large" disabled aria-describedby="payments-note">
          Pay
        </Button>
        <PaymentsNote id="payments-note" />
      </div>
    </div>
  )
}

interface PlanTileProps {
  plan: CreditPlan
  currency: Currency
  isPicked: boolean
  onPick: () => void
}

function PlanTile({ plan, currency, isPicked, onPick }: PlanTileProps): ReactElement {
  return (
    <label className="relative grid content-start gap-5 rounded-card border border-line bg-surface p-6 transition-colors hover:border-line-strong has-checked:border-indigo has-checked:bg-indigo-wash has-checked:ring-1 has-checked:ring-indigo has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo">
      <input
        type="radio"
        name="plan"
        value={plan.id}
        checked={isPicked}
        onChange={onPick}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span className="font-display text-xl font-semibold">{plan.plan}</span>
      <span className="font-display text-4xl font-semibold tabular-nums">
        {formatMoney(currency === "NGN" ? plan.price_in_naira : plan.base_price, currency)}
      </span>
      <span className="grid gap-2">
        {plan.feature.map((feature) => (
          <span key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
            {feature}
          </span>
        ))}
      </span>
    </label>
  )
}
