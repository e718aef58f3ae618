import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** What the product promises and keeps. */
export function TrustSection(): ReactElement {
  return (
    <PageSection id="trust" title={landing.trust.title} ground="cotton">
      <dl className="grid gap-8 md:grid-cols-3">
        {landing.trust.items.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-2 border-l-2 border-ochre pl-5">
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  )
}
