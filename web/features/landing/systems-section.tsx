import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { caseStudyAddress, publicPages } from "#web/content/public-pages.ts"
import { systems } from "#web/content/systems.ts"
import { PageSection } from "#web/ui/page-section.tsx"
import { TextLink } from "#web/ui/text-link.tsx"

/** The five systems in one line each. */
export function SystemsSection(): ReactElement {
  return (
    <PageSection id="systems" title={landing.systems.title} text={landing.systems.text}>
      <dl className="grid gap-x-8 md:grid-cols-2">
        {systems.map(({ slug, name, text }) => (
          <div key={slug} className="grid content-start gap-2 border-t border-line py-6">
            <dt className="font-display text-xl font-semibold">
              <TextLink to={caseStudyAddress(slug)}>{name}</TextLink>
            </dt>
            <dd className="max-w-measure text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        <TextLink to={publicPages.solutions.path}>What goes in, what comes out, who does what</TextLink>
      </p>
    </PageSection>
  )
}
