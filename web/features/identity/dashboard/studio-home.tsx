import { type ReactElement, useEffect } from "react"
import { readPreferences } from "#web/lib/session/preferences.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { FirstSteps } from "./first-steps.tsx"
import { LastPictures } from "./last-pictures.tsx"
import { PhotoCard } from "./photo-card.tsx"
import { PromptBox } from "./prompt-box.tsx"
import { RunningWork } from "./running-work.tsx"
import { Shortcuts } from "./shortcuts.tsx"

// Most people have pinned none.
const loadPresets = async () => (await import("#web/content/presets/pinned-presets.tsx")).PinnedPresets

/** The upper part of every dashboard: a photo first, or words; what is under way, what came last, and the first steps. */
export function StudioHome({ user }: { user: CurrentUser }): ReactElement {
  const { part: PinnedPresets, want } = useLazyPart(loadPresets)
  const { hasPinned } = readPreferences(user.prefs)
  useEffect(() => {
    if (hasPinned) want()
  }, [hasPinned, want])
  return (
    <section aria-label="Studio" className="grid gap-8">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <PhotoCard />
          <PromptBox user={user} />
          <Shortcuts />
          {PinnedPresets && <PinnedPresets />}
        </div>
        <FirstSteps user={user} />
      </div>
      <RunningWork />
      <LastPictures userId={user.id} />
    </section>
  )
}
