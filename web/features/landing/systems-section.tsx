import type { ReactElement } from "react"
import { landing, systemLines } from "#web/content/landing.ts"
import { PageSection } from "#web/ui/page-section.tsx"

/** The five systems in one line each. */
export function SystemsSection(): ReactElement {
  return (
    <PageSection id="systems" title={landing.systems.title} text={landing.systems.text}>
      <dl className="grid gap-x-8 md:grid-cols-2">
        {systemLines.map(({ slug, name, text }) => (
          <div key={slug} className="grid gap-2 border-t border-line py-6">
            <dt className="font-display text-xl font-semibold">{name}</dt>
            <dd className="max-w-measure text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  )
}
