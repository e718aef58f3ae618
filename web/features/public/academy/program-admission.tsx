import type { ReactElement } from "react"
import { programWords } from "#web/content/program-labels.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { AdmissionSteps } from "./admission-steps.tsx"
import { ApplyLink } from "./apply-link.tsx"

/** How one gets in, with what the assessment and the interview ask, and the way to apply. */
export function ProgramAdmission({ slug }: { slug: string }): ReactElement {
  const { title, text, assessment, interview } = programWords.admission
  return (
    <PageSection id="admission" title={title} text={text} ground="cotton">
      <AdmissionSteps />
      <div className="grid gap-10 md:grid-cols-2 md:gap-16">
        <div className="grid content-start gap-8">
          <Explained title={assessment.title} text={assessment.text} />
          <Explained title={interview.title} text={interview.text} />
        </div>
        <figure className="grid content-start gap-2 border-l-2 border-ochre pl-5">
          <figcaption className="text-sm text-ink-soft">{assessment.sampleTitle}</figcaption>
          <p className="max-w-measure text-lg">{assessment.sample}</p>
          <p className="max-w-measure text-ink-soft">{assessment.good}</p>
        </figure>
      </div>
      <p className="print:hidden">
        <ApplyLink slug={slug} size="large" />
      </p>
    </PageSection>
  )
}

function Explained({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-2xl">{title}</h3>
      <p className="max-w-measure text-ink-soft">{text}</p>
    </div>
  )
}
