import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { caseStudyAddress, publicPages } from "#web/content/public-pages.ts"
import { systems } from "#web/content/systems.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** The five systems in one line each. */
export function SystemsSection(): ReactElement {
  return (
    <PageSection id="systems" title={landing.systems.title} text={landing.systems.text}>
      <ul className="grid gap-x-8 md:grid-cols-2 lg:grid-cols-3">
        {systems.map(({ slug, name, text }) => (
          <li key={slug} className="grid content-start gap-2 border-t-2 border-indigo py-5">
            <h3 className="text-xl">
              <TextLink to={caseStudyAddress(slug)}>{name}</TextLink>
            </h3>
            <p className="max-w-measure text-ink-soft">{text}</p>
          </li>
        ))}
        <li className="grid content-start gap-2 border-t-2 border-ochre py-5">
          <h3 className="text-xl">
            <TextLink to={publicPages.solutions.path}>All five, step by step</TextLink>
          </h3>
          <p className="max-w-measure text-ink-soft">What goes in, what comes out, and who does each step.</p>
        </li>
      </ul>
    </PageSection>
  )
}
