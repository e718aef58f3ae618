import type { ReactElement } from "react"
import { makersFor, type Purpose, purposes } from "#contract/catalogue/makers.ts"
import { landing } from "#web/content/landing.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** What one can have made, and what it costs by the list the server charges by. */
export function ToolsSection(): ReactElement {
  const fees = useFees()
  return (
    <PageSection id="tools" title={landing.tools.title} text={landing.tools.text} ground="cotton">
      <ul className="grid border-t border-line md:grid-cols-2 md:gap-x-12">
        {purposes.map(({ slug, title, text }) => (
          <li key={slug} className="flex items-baseline justify-between gap-6 border-b border-line py-4">
            <div className="grid gap-1">
              <h3 className="text-lg">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
            <p className="shrink-0 tabular-nums">{priceWords(slug, fees)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <TextLink to={`${publicPages.pricing.path}#tools`}>{landing.tools.link}</TextLink>
      </p>
    </PageSection>
  )
}

/** "5 credits", or "2 to 5 credits" where several ways lead there. */
function priceWords(purpose: Purpose, fees: ReturnType<typeof useFees>): string {
  const prices = makersFor(purpose).map(({ slug }) => fees[slug])
  const least = Math.min(...prices)
  const most = Math.max(...prices)
  return least === most ? formatCredits(most) : `${least} to ${formatCredits(most)}`
}
