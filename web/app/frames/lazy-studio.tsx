import { type ReactElement, useEffect } from "react"
import { useLocation } from "react-router"
import { TermsQuestion } from "#web/app/session/terms-question.tsx"
import { useClaimTry } from "#web/app/session/use-claim-guest-trial.ts"
import { discussionEvents } from "#web/features/academy/learning/discussion/events.ts"
import { accountEvents } from "#web/features/identity/account/events.ts"
import { NoticeBell } from "#web/features/identity/notices/notice-bell.tsx"
import { billingEvents } from "#web/features/money/billing/events.ts"
import { galleryEvents } from "#web/features/studio/galleries/events.ts"
import { studioEvents } from "#web/features/studio/generator/order/events.ts"
import { OrderTray } from "#web/features/studio/generator/order/order-tray.tsx"
import { photoEvents } from "#web/features/studio/photos/events.ts"
import { journeyEvents } from "#web/lib/academy/journey-events.ts"
import { type Listener, useRealtime } from "#web/lib/calls/realtime.ts"
import { balanceEvents } from "#web/lib/money/balance-events.ts"
import { useDataSaver } from "#web/lib/page/data-saver.ts"
import { noticeEvents } from "#web/lib/session/notices.ts"
import { sessionEvents } from "#web/lib/session/session-events.ts"
import { hasUnsent } from "#web/lib/stored/browser-store.ts"
import { modelEvents } from "#web/lib/studio/models.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { BellRoom } from "./bell-room.tsx"

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
  ...noticeEvents,
  ...discussionEvents,
]

/** How long the page itself has the line before the files for opening without one are fetched, in ms; nobody waits who has these files, has the app, or is in the learner portal. */
const workerAfterMs = 10_000

const loadAppWorker = async () => (await import("#web/app/connection/app-worker-part.tsx")).AppWorker
const loadProgress = async () => (await import("./lazy-progress.tsx")).LazyProgress

/**
 * What the frame of the signed-in area does without while its page is first drawn: what the server tells by itself,
 * a visitor's picture, progress from before the last sign-out, the bell, and the tray, which is empty at most times.
 */
export function LazyStudio({ userId }: { userId: string }): ReactElement {
  const isHeard = useRealtime(userId, listeners)
  useClaimTry()
  const isPortal = /^\/learn(\/|$)/.test(useLocation().pathname)
  const { part: LazyProgress, want } = useLazyPart(loadProgress)
  useEffect(() => {
    if (!isPortal && userId !== "") void hasUnsent(userId).then((waits) => waits && want())
  }, [isPortal, userId, want])
  const isSaving = useDataSaver()
  const { part: AppWorker, want: wantWorker } = useLazyPart(loadAppWorker)
  useEffect(() => {
    const isInstalled = globalThis.matchMedia?.("(display-mode: standalone)").matches
    const hasFiles = Boolean(navigator.serviceWorker?.controller)
    const isAtOnce = isInstalled || isPortal || hasFiles || !navigator.onLine
    const timer = setTimeout(wantWorker, isAtOnce ? 0 : workerAfterMs)
    return () => clearTimeout(timer)
  }, [wantWorker, isPortal])
  useEffect(() => {
    if (isSaving) return
    // The boxes of the top bar, so that their first press needs no network. Without them it asks again.
    const parts = [
      import("#web/ui/overlay/menu-box.tsx"),
      import("#web/ui/overlay/popover-box.tsx"),
      import("#web/ui/overlay/drawer-box.tsx"),
    ]
    void Promise.allSettled(parts)
  }, [isSaving])
  return (
    <>
      <OrderTray />
      <TermsQuestion />
      {AppWorker && <AppWorker userId={userId} isSaving={isSaving} />}
      {LazyProgress && !isPortal && <LazyProgress userId={userId} />}
      {userId === "" ? <BellRoom /> : <NoticeBell isHeard={isHeard} />}
    </>
  )
}
