import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs.ts"
import type { CurrentUser } from "#web/lib/session.ts"
import { ProgramCard } from "./program-card.tsx"
import { Welcome } from "./welcome.tsx"

/** For people who have not applied: who they are, and what they can apply for. */
export function ProspectView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <div className="grid gap-12">
      <Welcome user={user} />
      <section aria-labelledby="apply" className="grid gap-6">
        <div className="grid gap-2">
          <h2 id="apply" className="text-2xl">
            Apply for a Program
          </h2>
          <p className="text-ink-soft">Start your journey with our expert-led bootcamps and courses.</p>
        </div>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {programCards.map((program, index) => (
            <li key={program.slug} className="grid">
              <ProgramCard program={program} seed={20 + index} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
