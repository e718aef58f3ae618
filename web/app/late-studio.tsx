import { type ReactElement, useEffect } from "react"
import { useLocation } from "react-router"
import { accountEvents } from "#web/features/account/events.ts"
import { billingEvents } from "#web/features/billing/events.ts"
import { galleryEvents } from "#web/features/galleries/events.ts"
import { photoEvents } from "#web/features/photos/events.ts"
import { studioEvents } from "#web/features/studio/events.ts"
import { OrderTray } from "#web/features/studio/order-tray.tsx"
import { balanceEvents } from "#web/lib/balance-events.ts"
import { useDataSaver } from "#web/lib/data-saver.ts"
import { journeyEvents } from "#web/lib/journey-events.ts"
import { hasUnsent } from "#web/lib/kept-store.ts"
import { modelEvents } from "#web/lib/models.ts"
import { type Listener, useRealtime } from "#web/lib/realtime.ts"
import { sessionEvents } from "#web/lib/session-events.ts"
import { useLatePart } from "#web/ui/use-late-part.ts"
import { TermsQuestion } from "./terms-question.tsx"
import { useClaimTry } from "./use-claim-try.ts"

const listeners: readonly Listener[] = [
  ...sessionEvents,
  ...billingEvents,
  ...balanceEvents,
  ...photoEvents,
  ...studioEvents,
  ...modelEvents,
  ...galleryEvents,
  ...accountEvents,
  ...journeyEvents,
]

const loadProgress = async () => (await import("./late-progress.tsx")).LateProgress

/**
 * What the frame of the signed-in area does without while its page is first drawn: what the server tells by itself,
 * a visitor's picture, progress from before the last sign-out, and the tray, which is empty at most times.
 */
export function LateStudio({ userId }: { userId: string }): ReactElement {
  useRealtime(userId, listeners)
  useClaimTry()
  const isPortal = /^\/learn(\/|$)/.test(useLocation().pathname)
  const { part: LateProgress, want } = useLatePart(loadProgress)
  useEffect(() => {
    if (!isPortal && userId !== "") void hasUnsent(userId).then((waits) => waits && want())
  }, [isPortal, userId, want])
  const isSaving = useDataSaver()
  useEffect(() => {
    if (isSaving) return
    // The boxes of the top bar, so that their first press needs no network. Without them it asks again.
    const parts = [import("#web/ui/menu-box.tsx"), import("#web/ui/popover-box.tsx"), import("#web/ui/sheet-box.tsx")]
    void Promise.allSettled(parts)
  }, [isSaving])
  return (
    <>
      <OrderTray />
      <TermsQuestion />
      {LateProgress && !isPortal && <LateProgress userId={userId} />}
    </>
  )
}
