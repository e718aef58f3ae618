import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { AdmissionTimeline } from "./admission-timeline.tsx"
import { JourneyView } from "./journey-view.tsx"
import { NextAction } from "./next-action.tsx"
import { Withdrawal } from "./withdrawal.tsx"

/** For confirmed applicants. */
export function AppliedView({ user }: { user: CurrentUser }): ReactElement {
  const { data: journey, isPending } = useQuery(journeyQuery)
  return (
    <JourneyView
      user={user}
      headline="You're In!"
      sentence={`Your application for ${user.program} is confirmed and your seat is locked.`}
      button={{ label: "Open the study kit", path: "/study-kits" }}
      stepsTitle="What Happens Next?"
      steps={[
        { key: "kit", text: "Download the study kit and work through it at home." },
        { key: "date", text: "The date of your assessment comes by e-mail and stands on this dashboard." },
        { key: "community", text: "Prepare, and join the learner community." },
      ]}
      notes={[
        "The application fee is paid once per application and is not refundable.",
        "A confirmation e-mail arrives right after the payment.",
        "If the study kit has not arrived within 24 hours, write to support.",
        "Bring something to show or tell about a business you know to the interview.",
      ]}
    >
      {isPending && <Skeleton className="h-80" />}
      {journey && <NextAction journey={journey} />}
      {journey?.application && <AdmissionTimeline application={journey.application} />}
      {journey?.application?.canWithdraw && <Withdrawal program={user.program} />}
    </JourneyView>
  )
}
