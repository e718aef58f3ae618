import { type ReactElement, useRef } from "react"
import { modes } from "#contract/catalogue/modes.ts"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { CurrencyChoice } from "#web/content/currency-choice.tsx"
import { landing } from "#web/content/landing.ts"
import { priceOf } from "#web/content/prices.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { formatMoney, formatNumber } from "#web/lib/format/format.ts"
import { useCurrency } from "#web/lib/money/use-currency.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useOffer } from "#web/lib/money/use-offer.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** What the studio costs, in the visitor's currency. Columns of fixed widths, so that nothing moves when it changes. */
export function PricesSection(): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const fees = useFees()
  const lowestFee = Math.max(1, Math.min(...modes.map(({ slug }) => fees[slug])))
  const [currency, setCurrency] = useCurrency(useOffer(place))
  return (
    <PageSection id="prices" title={landing.prices.title} text={landing.prices.text} layout="beside">
      <div ref={place} className="grid justify-items-start gap-6">
        <CurrencyChoice value={currency} onPick={setCurrency} />
        <table className="w-full table-fixed text-left tabular-nums">
          <caption className="sr-only">Plans with their credits, the pictures they make, and their price</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-ink-soft">
              <th scope="col" className="w-[24%] py-3 font-medium">
                Plan
              </th>
              <th scope="col" className="w-[22%] py-3 text-right font-medium">
                Credits
              </th>
              <th scope="col" className="py-3 text-right font-medium">
                Pictures
              </th>
              <th scope="col" className="w-[26%] py-3 text-right font-medium">
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {creditPlans.map((plan) => (
              <tr key={plan.id} className="border-b border-line">
                <th scope="row" className="py-4 font-display text-lg font-semibold">
                  {plan.plan}
                </th>
                <td className="py-4 text-right">{formatNumber(plan.credits)}</td>
                <td className="py-4 text-right text-ink-soft">
                  up to {formatNumber(Math.floor(plan.credits / lowestFee))}
                </td>
                <td className="py-4 text-right text-lg font-semibold">
                  {formatMoney(priceOf(plan, currency), currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <TextLink to={publicPages.pricing.path}>All prices, and a calculator</TextLink>
      </div>
    </PageSection>
  )
}
