import type { ReactElement } from "react"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { landing } from "#web/content/landing.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { formatMoney, formatNumber } from "#web/lib/format.ts"
import { PageSection } from "#web/ui/page-section.tsx"
import { TextLink } from "#web/ui/text-link.tsx"

/** What the studio costs: the plans of the catalogue in both currencies. */
export function PricesSection(): ReactElement {
  return (
    <PageSection id="prices" title={landing.prices.title} text={landing.prices.text} layout="beside">
      <div className="grid justify-items-start gap-6">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b border-line-strong text-sm text-ink-soft">
              <th className="py-3 font-medium">Plan</th>
              <th className="py-3 text-right font-medium">Credits</th>
              <th className="py-3 text-right font-medium">Naira</th>
              <th className="py-3 text-right font-medium">Dollars</th>
            </tr>
          </thead>
          <tbody>
            {creditPlans.map((plan) => (
              <tr key={plan.id} className="border-b border-line">
                <th scope="row" className="py-4 font-display text-lg font-semibold">
                  {plan.plan}
                </th>
                <td className="py-4 text-right">{formatNumber(plan.credits)}</td>
                <td className="py-4 text-right">{formatMoney(plan.price_in_naira, "NGN")}</td>
                <td className="py-4 text-right">{formatMoney(plan.base_price, "USD")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <TextLink to={publicPages.pricing.path}>All prices, and a calculator</TextLink>
      </div>
    </PageSection>
  )
}
