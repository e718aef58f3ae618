import type { ReactElement } from "react"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { FirstSteps } from "./first-steps.tsx"
import { LastPictures } from "./last-pictures.tsx"
import { PhotoCard } from "./photo-card.tsx"
import { PromptBox } from "./prompt-box.tsx"
import { RunningWork } from "./running-work.tsx"
import { Shortcuts } from "./shortcuts.tsx"

/** The upper part of every dashboard: a photo first, or words; what is under way, what came last, and the first steps. */
export function StudioHome({ user }: { user: CurrentUser }): ReactElement {
  return (
    <section aria-label="Studio" className="grid gap-8">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <PhotoCard />
          <PromptBox user={user} />
          <Shortcuts />
        </div>
        <FirstSteps user={user} />
      </div>
      <RunningWork />
      <LastPictures userId={user.id} />
    </section>
  )
}
