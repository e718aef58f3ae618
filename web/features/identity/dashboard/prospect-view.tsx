import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { cohortsQuery } from "#web/lib/academy/cohorts.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { ProfileCard } from "./profile-card.tsx"
import { ProgramCard } from "./program-card.tsx"

/** For people who have not applied: who they are, what to begin with, and what they can apply for. */
export function ProspectView({ user }: { user: CurrentUser }): ReactElement {
  const { data: cohorts } = useQuery(cohortsQuery)
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <div className="min-w-0 sm:w-96 lg:hidden">
          <ProfileCard user={user} />
        </div>
        <p className="text-ink-soft">
          Prospect means that you are not in a program yet. The studio is yours to use as it is.
        </p>
      </div>
      <section aria-labelledby="apply" className="grid gap-6">
        <div className="grid gap-2">
          <h2 id="apply" className="text-2xl">
            Apply for a Program
          </h2>
          <p className="text-ink-soft">Start your journey with our expert-led bootcamps and courses.</p>
        </div>
        <ul className="grid gap-3 sm:gap-6 sm:grid-cols-2 xl:grid-cols-3">
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
