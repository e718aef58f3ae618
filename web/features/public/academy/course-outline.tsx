import type { ReactElement } from "react"
import type { Program } from "#contract/catalogue/program.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** Topics in order, electives marked, each with what a learner can do after it. */
export function CourseOutline({ program }: { program: Program }): ReactElement {
  return (
    <PageSection id="outline" title="What you learn" layout="beside">
      <ol className="grid">
        {program.course_outline.map(({ topic, description, outcomes, is_elective }) => (
          <li key={topic} className="grid gap-2 border-b border-line py-6 first:border-t">
            <h3 className="flex flex-wrap items-center gap-3 text-xl">
              {topic}
              {is_elective && <Badge>Elective</Badge>}
            </h3>
            <p className="max-w-measure text-ink-soft">{description}</p>
            <ul className="ml-5 list-disc marker:text-ochre">
              {outcomes.map((outcome) => (
                <li key={outcome}>{outcome}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
