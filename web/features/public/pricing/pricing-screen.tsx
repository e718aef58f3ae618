import { type ReactElement, useRef } from "react"
import { makers } from "#contract/catalogue/makers.ts"
import { proStudioPlan } from "#contract/catalogue/plans.ts"
import { type WayToPay, waysToPay } from "#contract/catalogue/ways-to-pay.ts"
import { CurrencyChoice } from "#web/content/currency-choice.tsx"
import { pricing } from "#web/content/pricing.ts"
import { WelcomeCredits } from "#web/content/welcome-credits.tsx"
import { formatCredits } from "#web/lib/format/format.ts"
import { useCurrency } from "#web/lib/money/use-currency.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useOffer } from "#web/lib/money/use-offer.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { CreditsCalculator } from "./credits-calculator.tsx"
import { PlansTable } from "./plans-table.tsx"

/** "/pricing": plans, what they are good for, and the rules (docs/product-rules.md#numbers). */
export function PricingScreen(): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const offer = useOffer(place)
  const [currency, setCurrency] = useCurrency(offer)
  return (
    <>
      <PageIntro title={pricing.title} text={pricing.lead} />
      <div ref={place} className="mx-auto grid max-w-page gap-6 px-5 py-8 sm:px-8">
        <div className="grid gap-3">
          <CurrencyChoice value={currency} onPick={setCurrency} />
          <p className="max-w-measure text-sm text-ink-soft">{pricing.currencyNote}</p>
        </div>
        <PlansTable currency={currency} isStudioPromo={offer?.isStudioPromo ?? proStudioPlan.is_promo} />
        <FreeStart />
      </div>
      <CreditsCalculator currency={currency} />
      <ToolFees />
      <Rules />
      <Payment isConnected={offer && offer.waysToPay.length > 0} />
    </>
  )
}

function FreeStart(): ReactElement {
  const step = useMainStep()
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-ochre-wash p-6">
      <p className="max-w-measure text-lg">
        Try it first: <WelcomeCredits /> credits are yours once your e-mail is confirmed. No card needed.
      </p>
      <LinkButton to={step.to}>{step.label}</LinkButton>
    </div>
  )
}

function ToolFees(): ReactElement {
  const fees = useFees()
  return (
    <PageSection id="tools" title={pricing.tools.title} text={pricing.tools.text} ground="cotton" layout="beside">
      <table className="w-full text-left">
        <caption className="sr-only">Credits that each tool costs for a picture</caption>
        <thead>
          <tr className="border-b border-line-strong text-sm text-ink-soft">
            <th scope="col" className="py-3 font-medium">
              Tool
            </th>
            <th scope="col" className="py-3 text-right font-medium">
              A picture
            </th>
          </tr>
        </thead>
        <tbody>
          {makers.map(({ slug, title, text }) => (
            <tr key={slug} className="border-b border-line">
              <th scope="row" className="py-4 pr-6 font-normal">
                <span className="block font-display text-lg font-semibold">{title}</span>
                <span className="text-ink-soft">{text}</span>
              </th>
              <td className="py-4 text-right whitespace-nowrap tabular-nums">{formatCredits(fees[slug])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  )
}

function Rules(): ReactElement {
  return (
    <PageSection id="rules" title={pricing.rules.title}>
      <dl className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {pricing.rules.items.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-2">
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  )
}

function Payment({ isConnected }: { isConnected: boolean | undefined }): ReactElement {
  const { title, text, expect, notConnected } = pricing.payment
  return (
    <PageSection id="payment" title={title} ground="cotton" layout="beside">
      <div className="grid gap-5">
        <dl className="grid gap-5">
          {Object.entries(waysToPay).map(([way, name]) => (
            <div key={way} className="grid gap-x-8 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="font-display text-xl font-semibold">{name}</dt>
              <dd className="max-w-measure text-ink-soft">{expect[way as WayToPay]}</dd>
            </div>
          ))}
        </dl>
        <p className="max-w-measure text-ink-soft">{text}</p>
        {isConnected === false && <p className="max-w-measure border-l-2 border-ochre pl-5">{notConnected}</p>}
      </div>
    </PageSection>
  )
}
