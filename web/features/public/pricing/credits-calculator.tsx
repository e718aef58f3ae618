import { type ReactElement, useId, useState } from "react"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { makers } from "#contract/catalogue/makers.ts"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { pricing } from "#web/content/pricing.ts"
import { type Currency, formatCredits, formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { planFor } from "./plan-for.ts"

/** From a month's products, the pictures of each and a tool to credits and the cheapest plan. */
export function CreditsCalculator({ currency }: { currency: Currency }): ReactElement {
  const [slug, setSlug] = useState<string>("flux1.1-pro")
  const [products, setProducts] = useState(10)
  const [each, setEach] = useState(4)
  const fees = useFees()
  const choices = makers.map((maker) => ({
    value: maker.slug,
    label: `${maker.title}: ${formatCredits(fees[maker.slug])}`,
  }))
  const pictures = products * each
  const credits = pictures * (isFeeSlug(slug) ? fees[slug] : 0)
  const purchase = planFor(credits, creditPlans, currency)
  return (
    <PageSection id="calculator" title={pricing.calculator.title} text={pricing.calculator.text} layout="beside">
      <div className="grid gap-6 rounded-card border border-line bg-surface p-6 sm:p-8">
        <SelectField label="Tool" choices={choices} value={slug} onChange={({ target }) => setSlug(target.value)} />
        <Slider label="Products I list in a month" value={products} most={100} onChange={setProducts} />
        <Slider label="Pictures of each" value={each} most={10} onChange={setEach} />
        <p role="status" className="grid gap-1 border-t border-line pt-6">
          <span className="font-display text-3xl font-semibold tabular-nums">{formatCredits(credits)}</span>
          <span className="text-ink-soft tabular-nums">for {formatNumber(pictures)} pictures a month. </span>
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

interface SliderProps {
  label: string
  value: number
  most: number
  onChange: (value: number) => void
}

function Slider({ label, value, most, onChange }: SliderProps): ReactElement {
  const id = useId()
  return (
    <div className="grid gap-3">
      <label htmlFor={id} className="flex justify-between gap-4 font-medium">
        {label}
        <span className="tabular-nums">{formatNumber(value)}</span>
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={most}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 w-full"
      />
    </div>
  )
}
