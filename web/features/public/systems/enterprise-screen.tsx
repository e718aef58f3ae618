import type { ReactElement } from "react"
import { AskBand } from "#web/content/ask-band.tsx"
import { enterprise } from "#web/content/enterprise.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { NumberedSteps } from "#web/ui/layout/numbered-steps.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { systemsPictures } from "./systems-pictures.ts"

/** "/enterprise": the product for companies that run it themselves. */
export function EnterpriseScreen(): ReactElement {
  return (
    <>
      <PageIntro
        title={enterprise.title}
        text={enterprise.lead}
        actions={
          <LinkButton to={publicPages.solutions.path} size="large" variant="secondary">
            See the five systems
          </LinkButton>
        }
      >
        <SitePicture
          from={systemsPictures}
          name="enterprise-hero"
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[3/2]"
        />
      </PageIntro>
      <PageSection id="work" title={enterprise.work.title}>
        <NumberedSteps steps={enterprise.work.items} className="md:grid-cols-3" />
      </PageSection>
      <PageSection id="facts" title={enterprise.facts.title} ground="cotton">
        <dl className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {enterprise.facts.items.map(({ question, answer }) => (
            <div key={question} className="grid content-start gap-2">
              <dt className="font-display text-xl font-semibold">{question}</dt>
              <dd className="text-ink-soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <AskBand {...enterprise.ask} source="enterprise" />
    </>
  )
}
