import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { Questions } from "#web/ui/layout/questions.tsx"

/** Questions that come before the first step. */
export function QuestionsSection(): ReactElement {
  return (
    <PageSection id="questions" title={landing.questions.title} layout="beside">
      <Questions items={landing.questions.items} />
    </PageSection>
  )
}
