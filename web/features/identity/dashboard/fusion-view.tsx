import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { ActivationCard } from "./activation-card.tsx"
import { AdmissionTimeline, cohortLine } from "./admission-timeline.tsx"
import { JourneyView } from "./journey-view.tsx"
import { NextAction } from "./next-action.tsx"
import { NextClass } from "./next-class.tsx"
import { TuitionCard } from "./tuition-card.tsx"

/** For admitted learners. */
export function FusionView({ user }: { user: CurrentUser }): ReactElement {
  const { data: journey, isPending } = useQuery(journeyQuery)
  const cohort = journey?.application?.cohort
  return (
    <JourneyView
      user={user}
      headline="Congratulations"
      sentence={`Welcome to ${user.program}.${cohort ? ` ${cohortLine(cohort)}.` : ""}`}
      button={{ label: "Open the program resources", path: "/program-resources" }}
      stepsTitle="Your Next Steps"
      steps={[
        { key: "scrum", text: "Access the Scrum Fundamentals course." },
        { key: "modules", text: "Explore the program modules in the Modules section." },
        { key: "sessions", text: "Prepare for live interactive sessions." },
      ]}
      notes={[
        "Complete the Scrum Fundamentals course before sessions begin.",
        "The handbook holds the course structure and the timelines.",
        "Module materials are updated regularly.",
      ]}
    >
      {isPending && <Skeleton className="h-48" />}
      {journey && !journey.enrolment && <NextAction journey={journey} />}
      {journey?.application && !journey.enrolment && <AdmissionTimeline application={journey.application} />}
      {journey?.enrolment?.plan && journey.enrolment.state !== "ended" && <NextClass placeId={journey.enrolment.id} />}
      {journey?.enrolment && <TuitionCard enrolment={journey.enrolment} />}
      {journey?.enrolment?.plan && !journey.isActivated && <ActivationCard email={user.email} />}
    </JourneyView>
  )
}
