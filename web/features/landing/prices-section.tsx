import type { ReactElement } from "react"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { landing } from "#web/content/landing.ts"
import { formatMoney, formatNumber } from "#web/lib/format.ts"

/** What the studio costs: the plans of the catalogue in both currencies. */
export function PricesSection(): ReactElement {
  return (
    <section aria-labelledby="prices" className="bg-surface">
      <div className="mx-auto grid max-w-page items-start gap-10 px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-16 lg:py-24">
        <div className="grid gap-4">
          <h2 id="prices" className="text-3xl">
            {landing.prices.title}
          </h2>
          <p className="max-w-measure text-ink-soft">{landing.prices.text}</p>
        </div>
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
      </div>
    </section>
  )
}
