import type { ReactElement } from "react"
import { programWords } from "#web/content/program-words.ts"
import { PageSection } from "#web/ui/page-section.tsx"
import { AdmissionSteps } from "./admission-steps.tsx"
import { ApplyLink } from "./apply-link.tsx"

/** How one gets in, with what the assessment and the interview ask, and the way to apply. */
export function ProgramAdmission({ slug }: { slug: string }): ReactElement {
  const { title, text, assessment, interview } = programWords.admission
  return (
    <PageSection id="admission" title={title} text={text}>
      <AdmissionSteps />
      <div className="grid gap-10 md:grid-cols-2 md:gap-16">
        <div className="grid content-start gap-4">
          <h3 className="text-2xl">{assessment.title}</h3>
          <p className="max-w-measure text-ink-soft">{assessment.text}</p>
        </div>
        <figure className="grid content-start gap-2 border-l-2 border-ochre pl-5">
          <figcaption className="text-sm text-ink-soft">{assessment.sampleTitle}</figcaption>
          <p className="max-w-measure text-lg">{assessment.sample}</p>
          <p className="max-w-measure text-ink-soft">{assessment.good}</p>
        </figure>
        <div className="grid content-start gap-4">
          <h3 className="text-2xl">{interview.title}</h3>
          <p className="max-w-measure text-ink-soft">{interview.text}</p>
        </div>
      </div>
      <p className="print:hidden">
        <ApplyLink slug={slug} size="large" />
      </p>
    </PageSection>
  )
}
