import type { ReactElement, ReactNode } from "react"
import type { CohortView } from "#contract/academy/admissions.ts"
import { cohortNote } from "#web/lib/academy/cohort-labels.ts"
import { askMark, useCohort } from "#web/lib/academy/use-cohort.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { datesId } from "./apply-link.tsx"
import { WaitlistForm } from "./waitlist-form.tsx"

/**
 * What one can apply for today, as the server knows it: start, days and seats of the open cohort, or that none is open,
 * with a field for the address of whoever waits.
 * @param children stands in the place of those words until they are known
 */
export function CohortNow({ slug, children }: { slug: string; children: ReactNode }): ReactElement {
  const cohort = useCohort(slug)
  if (cohort?.state === "open") return <OpenCohort cohort={cohort} />
  return (
    <div id={datesId} {...askMark(cohort, "at-once")} className={`grid scroll-mt-24 gap-4 ${noteLook}`}>
      <p>{cohort ? cohortNote(cohort) : children}</p>
      {/* With scripts one sees only what fits the cohort; without them it is not known, and the server sees to it. */}
      {cohort ? (
        <WaitlistForm slug={slug} />
      ) : (
        <noscript>
          <WaitlistForm slug={slug} />
        </noscript>
      )}
    </div>
  )
}

/** The same in one sentence; nothing until it is known. */
export function CohortLine({ slug }: { slug: string }): ReactElement | null {
  const cohort = useCohort(slug)
  return cohort ? <p className="tabular-nums">{cohortNote(cohort)}</p> : null
}

const noteLook = "mt-6 max-w-measure border-l-2 border-ochre pl-5"

function OpenCohort({ cohort }: { cohort: CohortView }): ReactElement {
  const { number, isPlanned, startsOn, applyBy, enrolBy, seatsLeft } = cohort
  const facts = [
    [isPlanned ? "Planned for" : "Begins on", formatDate(startsOn)],
    ["Apply by", formatDate(applyBy)],
    ["Take your place by", formatDate(enrolBy)],
    ["Seats left", String(seatsLeft)],
  ] as const
  return (
    <section
      id={datesId}
      aria-labelledby="open-cohort"
      className="mt-6 grid scroll-mt-24 gap-4 border-l-2 border-ochre pl-5"
    >
      <h2 id="open-cohort" className="text-xl">
        Cohort {number} is open for applications
      </h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="grid content-start gap-1">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
