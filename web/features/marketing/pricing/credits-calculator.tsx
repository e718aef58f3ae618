import { type ReactElement, useId, useState } from "react"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { makers } from "#contract/catalogue/makers.ts"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { pricing } from "#web/content/pricing.ts"
import { type Currency, formatCredits, formatMoney, formatNumber } from "#web/lib/format.ts"
import { useFees } from "#web/lib/use-fees.ts"
import { PageSection } from "#web/ui/page-section.tsx"
import { SelectField } from "#web/ui/select-field.tsx"
import { planFor } from "./plan-for.ts"

const mostPictures = 500

/** From a tool and a number of pictures to credits and the cheapest plan. */
export function CreditsCalculator({ currency }: { currency: Currency }): ReactElement {
  const [slug, setSlug] = useState<string>("flux1.1-pro")
  const [pictures, setPictures] = useState(40)
  const rangeId = useId()
  const fees = useFees()
  const choices = makers.map((maker) => ({
    value: maker.slug,
    label: `${maker.title}: ${formatCredits(fees[maker.slug])}`,
  }))
  const credits = pictures * (isFeeSlug(slug) ? fees[slug] : 0)
  const purchase = planFor(credits, creditPlans, currency)
  return (
    <PageSection id="calculator" title={pricing.calculator.title} text={pricing.calculator.text} layout="beside">
      <div className="grid gap-6 rounded-card border border-line bg-surface p-6 sm:p-8">
        <SelectField label="Tool" choices={choices} value={slug} onChange={({ target }) => setSlug(target.value)} />
        <div className="grid gap-3">
          <label htmlFor={rangeId} className="flex justify-between gap-4 font-medium">
            Pictures
            <span className="tabular-nums">{formatNumber(pictures)}</span>
          </label>
          <input
            id={rangeId}
            type="range"
            min={5}
            max={mostPictures}
            step={5}
            value={pictures}
            onChange={({ target }) => setPictures(Number(target.value))}
            className="h-11 w-full"
          />
        </div>
        <p role="status" className="grid gap-1 border-t border-line pt-6">
          <span className="font-display text-3xl font-semibold tabular-nums">{formatCredits(credits)}</span>
          {purchase && (
            <span className="text-ink-soft tabular-nums">
              Cheapest: {purchase.times > 1 && `${purchase.times} × `}
              {purchase.plan.plan}, {formatMoney(purchase.price, currency)}.{" "}
              {purchase.times * purchase.plan.credits > credits &&
                `${formatCredits(purchase.times * purchase.plan.credits - credits)} to spare.`}
            </span>
          )}
        </p>
      </div>
    </PageSection>
  )
}
