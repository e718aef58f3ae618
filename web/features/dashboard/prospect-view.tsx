import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs.ts"
import type { CurrentUser } from "#web/lib/session.ts"
import { ProgramCard } from "./program-card.tsx"
import { StudioHome } from "./studio-home.tsx"
import { Welcome } from "./welcome.tsx"

/** For people who have not applied: who they are, and what they can apply for. */
export function ProspectView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <div className="grid gap-12">
      <StudioHome user={user} />
      <Welcome user={user}>
        <p className="text-ink-soft">
          Prospect means that you have not applied for a program yet. The studio is yours to use as it is.
        </p>
      </Welcome>
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
              <ProgramCard program={program} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
