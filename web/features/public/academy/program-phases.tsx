import type { ReactElement } from "react"
import type { Program } from "#contract/catalogue/program.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"

/** The phases, and what a learner has at the end. */
export function ProgramPhases({ program }: { program: Program }): ReactElement {
  const { heading, description, tracks } = program.track_phase
  return (
    <PageSection id="phases" title={heading} text={description} ground="cotton">
      <ol className="grid gap-8 md:grid-cols-3 print:grid-cols-3">
        {tracks.map(({ name, points }, index) => (
          <li key={name} className="grid content-start gap-3 border-t-2 border-indigo pt-5">
            <h3 className="text-xl">
              <span className="text-ink-soft tabular-nums">{index + 1}.</span> {name}
            </h3>
            <ul className="grid gap-2 text-ink-soft">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <div className="grid gap-4">
        <h3 className="text-2xl">At the end you have</h3>
        <ul className="grid gap-3 md:grid-cols-3 md:gap-8 print:grid-cols-3">
          {program.outcome.map((one) => (
            <li key={one} className="border-l-2 border-ochre pl-5">
              {one}
            </li>
          ))}
        </ul>
      </div>
    </PageSection>
  )
}
