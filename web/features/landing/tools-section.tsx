import type { ReactElement } from "react"
import { makers } from "#contract/catalogue/makers.ts"
import { landing } from "#web/content/landing.ts"
import { formatCredits } from "#web/lib/format.ts"
import { useFees } from "#web/lib/use-fees.ts"
import { PageSection } from "#web/ui/page-section.tsx"

/** Every tool with its price, from the list the server charges by. */
export function ToolsSection(): ReactElement {
  const fees = useFees()
  return (
    <PageSection id="tools" title={landing.tools.title} text={landing.tools.text} ground="cotton">
      <ul className="grid border-t border-line md:grid-cols-2 md:gap-x-12">
        {makers.map(({ slug, title, text }) => (
          <li key={slug} className="flex items-baseline justify-between gap-6 border-b border-line py-4">
            <div className="grid gap-1">
              <h3 className="text-lg">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
            <p className="shrink-0 tabular-nums">{formatCredits(fees[slug])}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
