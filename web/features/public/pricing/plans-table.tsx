import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { type CreditPlan, creditPlans, proStudioPlan } from "#contract/catalogue/plans.ts"
import { picturesOf, priceOf } from "#web/content/prices.ts"
import { pricing } from "#web/content/pricing.ts"
import { type Currency, formatMoney, formatThousands, formatUnitPrice } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { signUpAddress } from "#web/lib/session/destination.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"

interface PlansTableProps {
  currency: Currency
  /** Whether Pro Studio has its promotion price. */
  isStudioPromo: boolean
}

/** The plans beside each other, and Pro Studio below them. */
export function PlansTable({ currency, isStudioPromo }: PlansTableProps): ReactElement {
  return (
    <div className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
      {creditPlans.map((plan) => (
        <PlanColumn key={plan.id} plan={plan} currency={currency} />
      ))}
      <ProStudio currency={currency} isPromo={isStudioPromo} />
    </div>
  )
}

function PlanColumn({ plan, currency }: { plan: CreditPlan; currency: Currency }): ReactElement {
  const price = priceOf(plan, currency)
  const fees = useFees()
  return (
    <section aria-label={plan.plan} className="grid grid-rows-[auto_auto_1fr_auto] gap-5 bg-ground p-6 lg:p-8">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">{plan.plan}</h2>
        {plan.id === bestPlan(currency) && <Badge tone="ochre">{pricing.recommended}</Badge>}
      </div>
      <p>
        <span className="font-display text-4xl font-semibold tabular-nums">{formatMoney(price, currency)}</span>
        <span className="mt-2 block tabular-nums">{formatUnitPrice(price, plan.credits, currency)} a credit</span>
        <span className="mt-2 block text-sm text-ink-soft tabular-nums">{picturesOf(plan, fees)}</span>
      </p>
      <Features features={plan.feature} />
      <BuyButton plan={plan} isMain={plan.id === bestPlan(currency)} />
    </section>
  )
}

/** The plan whose credits cost least. */
function bestPlan(currency: Currency): string {
  const unitPrice = (plan: CreditPlan): number => priceOf(plan, currency) / plan.credits
  return creditPlans.reduce((best, plan) => (unitPrice(plan) < unitPrice(best) ? plan : best)).id
}

/** To the payment page with this plan picked, by way of an account for those who have none yet. */
function BuyButton({ plan, isMain = false }: { plan: { id: string; plan: string }; isMain?: boolean }): ReactElement {
  const step = useMainStep()
  const address = `/credits-billing?${new URLSearchParams({ plan: plan.id })}`
  return (
    <LinkButton
      to={step.to === "/app" ? address : signUpAddress(address)}
      variant={isMain ? "primary" : "secondary"}
      className="self-center justify-self-start"
    >
      Choose {plan.plan}
    </LinkButton>
  )
}

function ProStudio({ currency, isPromo }: { currency: Currency; isPromo: boolean }): ReactElement {
  const { plan, feature, discount_base_price, dicount_price_in_naira } = proStudioPlan
  const full = priceOf(proStudioPlan, currency)
  const promo = Number(currency === "NGN" ? dicount_price_in_naira : discount_base_price)
  return (
    <section
      aria-label={plan}
      className="grid gap-6 bg-surface p-6 md:col-span-3 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto_auto] md:items-center lg:gap-10 lg:p-8"
    >
      <div className="grid gap-3">
        <h2 className="text-2xl">{plan}</h2>
        <p className="max-w-measure text-ink-soft">{pricing.studioText}</p>
      </div>
      <Features features={feature} />
      <p className="font-display text-4xl font-semibold tabular-nums">
        {isPromo && (
          <s className="mr-3 text-2xl text-ink-soft">
            <span className="sr-only">Before: </span>
            {formatMoney(full, currency)}
          </s>
        )}
        {formatMoney(isPromo ? promo : full, currency)}
      </p>
      <BuyButton plan={proStudioPlan} />
    </section>
  )
}

function Features({ features }: { features: readonly string[] }): ReactElement {
  return (
    <ul className="grid content-start gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
          {formatThousands(feature)}
        </li>
      ))}
    </ul>
  )
}
