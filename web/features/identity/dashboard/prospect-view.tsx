import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import type { Journey } from "#contract/academy/admissions.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { cohortsQuery } from "#web/lib/academy/cohorts.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { ProgramCard } from "./program-card.tsx"
import { Welcome } from "./welcome.tsx"

/** For people who have not applied: who they are, what to begin with, and what they can apply for. */
export function ProspectView({ user }: { user: CurrentUser }): ReactElement {
  const { data: journey } = useQuery(journeyQuery)
  const { data: cohorts } = useQuery(cohortsQuery)
  return (
    <div className="grid gap-12">
      <Welcome user={user}>
        <p className="text-ink-soft">
          Prospect means that you are not in a program yet. The studio is yours to use as it is.
        </p>
      </Welcome>
      {journey?.application && <EndedNote application={journey.application} />}
      <section aria-labelledby="apply" className="grid gap-6">
        <div className="grid gap-2">
          <h2 id="apply" className="text-2xl">
            Apply for a Program
          </h2>
          <p className="text-ink-soft">Start your journey with our expert-led bootcamps and courses.</p>
        </div>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {programCards.map((program) => (
            <li key={program.slug} className="grid">
              <ProgramCard
                program={program}
                email={user.email}
                cohort={cohorts?.find(({ programId }) => programId === program.slug)?.cohort}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** What became of an application that has ended. */
function EndedNote({ application }: { application: NonNullable<Journey["application"]> }): ReactElement | null {
  const { status, program, steps } = application
  if (status !== "declined" && status !== "withdrawn") return null
  const last = steps.at(-1)
  return (
    <Card role="status" className="grid gap-1">
      <h2 className="text-xl">
        Your application for {program} {status === "declined" ? "was not successful" : "is closed"}
      </h2>
      {last?.note && <p className="max-w-measure">{last.note}</p>}
      <p className="text-ink-soft">You can apply again while a cohort takes applications.</p>
    </Card>
  )
}
