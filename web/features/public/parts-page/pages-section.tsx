import type { ReactElement } from "react"
import { signInProviderNames } from "#contract/identity/sign-in-providers.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { Questions } from "#web/ui/layout/questions.tsx"
import { ProviderLogo } from "#web/ui/media/provider-logo.tsx"
import { Row, Section } from "./section.tsx"

const questions = [
  { question: "Does it open without scripts?", answer: "Yes, and the browser's search finds what is closed." },
  { question: "Is an answer printed that is closed?", answer: "Yes: on paper every answer stands open." },
]

/** What public pages are put together from; the top of a page is left out, because it brings a heading of the first level. */
export function PagesSection(): ReactElement {
  return (
    <Section title="Pages">
      <Row>
        {signInProviderNames.map((name) => (
          <ProviderLogo key={name} name={name} />
        ))}
      </Row>
      <div>
        <PageSection id="words-above" title="Words above" text="A heading, a sentence, and what it is about.">
          <p>On the plain ground.</p>
        </PageSection>
        <PageSection
          id="words-beside"
          title="Words beside"
          text="They stay in view beside a long list."
          ground="cotton"
          layout="beside"
        >
          <Questions items={questions} />
        </PageSection>
      </div>
    </Section>
  )
}
