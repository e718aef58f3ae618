import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { Questions } from "#web/ui/questions.tsx"
import { Section } from "./section.tsx"

/** Questions that come before the first step. */
export function QuestionsSection(): ReactElement {
  return (
    <Section id="questions" title={landing.questions.title} layout="beside">
      <Questions items={landing.questions.items} />
    </Section>
  )
}
