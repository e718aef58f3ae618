import type { ReactElement } from "react"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { landing } from "#web/content/landing.ts"
import { formatMoney, formatNumber } from "#web/lib/format.ts"
import { Section } from "./section.tsx"

/** What the studio costs: the plans of the catalogue in both currencies. */
export function PricesSection(): ReactElement {
  return (
    <Section id="prices" title={landing.prices.title} text={landing.prices.text} layout="beside">
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
    </Section>
  )
}
