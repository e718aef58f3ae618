import { useQuery } from "@tanstack/react-query"
import { lazy, type ReactElement, Suspense } from "react"
import type { ApplicationStatus } from "#contract/catalogue/applications.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"
import { chooseView } from "./choose-view.ts"
import { leftProgram } from "./left-program.ts"
import { NextSkeleton } from "./next-skeleton.tsx"
import { OtherPrograms } from "./other-programs.tsx"
import { StudioHome } from "./studio-home.tsx"
import { useFusionLink } from "./use-fusion-link.ts"
import { WaitingView } from "./waiting-view.tsx"
import { Welcome } from "./welcome.tsx"

// The lower half of the page comes a moment after its upper one.
const ProspectView = lazy(() => loadPart(async () => ({ default: (await import("./prospect-view.tsx")).ProspectView })))
const AppliedView = lazy(() => loadPart(async () => ({ default: (await import("./applied-view.tsx")).AppliedView })))
const AcademyNext = lazy(() => loadPart(async () => ({ default: (await import("./next-action.tsx")).AcademyNext })))
const ApplyNext = lazy(() => loadPart(async () => ({ default: (await import("./next-action.tsx")).ApplyNext })))
const FusionView = lazy(() => loadPart(async () => ({ default: (await import("./fusion-view.tsx")).FusionView })))

const PaymentsOnTheirWay = lazy(() =>
  loadPart(async () => ({ default: (await import("#web/content/payments-on-their-way.tsx")).PaymentsOnTheirWay })),
)

const views = { prospect: ProspectView, applied: AppliedView, fusion: FusionView, waiting: WaitingView }

const isEnded = (status: ApplicationStatus | undefined): boolean => status === "declined" || status === "withdrawn"

/** /app: what the academy waits for, the studio home, and below it one of four views by program and stage. */
export function DashboardScreen(): ReactElement {
  const user = useSession()
  useFusionLink(user)
  const { data: journey } = useQuery(journeyQuery)
  const isPaying = (journey?.paymentsOnTheirWay.length ?? 0) > 0
  // Who applied and was declined, or withdrew, came for it and is through with it.
  const left = journey?.application === null && !isPaying ? leftProgram(user) : null
  const hasEnded = isEnded(journey?.application?.status)
  const name = chooseView(user)
  const View = views[name]
  if (name === "waiting") return <View user={user} />
  return (
    <div className="grid gap-6 sm:gap-10">
      <Welcome user={user} />
      {isPaying && (
        <Suspense fallback={null}>
          <PaymentsOnTheirWay />
        </Suspense>
      )}
      {(user.program !== "" || hasEnded) && (
        <Suspense fallback={<NextSkeleton isLearner={name === "fusion"} />}>
          <AcademyNext isLearner={name === "fusion"} />
        </Suspense>
      )}
      {left !== null && (
        <Suspense fallback={<NextSkeleton />}>
          <ApplyNext slug={left} />
        </Suspense>
      )}
      <StudioHome user={user} />
      <Suspense fallback={<Skeleton className="h-80" />}>
        <View user={user} />
      </Suspense>
      <OtherPrograms />
    </div>
  )
}
