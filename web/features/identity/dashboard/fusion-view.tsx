import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { ActivationCard } from "./activation-card.tsx"
import { AdmissionTimeline, cohortLine } from "./admission-timeline.tsx"
import { JourneyView } from "./journey-view.tsx"
import { TuitionCard } from "./tuition-card.tsx"

const graduateSteps = [
  { key: "certificate", text: "Show your certificate: anybody can check it on its own page." },
  { key: "lessons", text: "Look things up: your lessons stay open to you." },
]

const graduateNotes = [
  "A further program begins with an application of its own, further down this page or in the academy.",
]

/** The way to those with whom a person learns. */
function Community({ placeId }: { placeId: string }): ReactElement {
  return (
    <>
      Join the learner community:{" "}
      <TextLink to={`/learn/discussion?place=${placeId}`}>your cohort's discussion</TextLink>.
    </>
  )
}

/** For admitted learners, and for graduates. */
export function FusionView({ user }: { user: CurrentUser }): ReactElement {
  const { data: journey, isPending } = useQuery(journeyQuery)
  const cohort = journey?.application?.cohort
  const hasBegun = cohort?.state === "begun"
  const isGraduate = journey?.application?.status === "completed"
  // Their class and tuition stand at the top of the page.
  const isLearning = journey?.application?.status === "enrolled" && journey.enrolment?.state !== "ended"
  return (
    <JourneyView
      headline="Congratulations"
      sentence={`${isGraduate ? "You have completed" : "Welcome to"} ${user.program}.${cohort ? ` ${cohortLine(cohort)}.` : ""}`}
      button={{ label: "Open the program resources", path: "/program-resources" }}
      stepsTitle="Your Next Steps"
      steps={
        isGraduate
          ? graduateSteps
          : [
              { key: "scrum", text: "Access the Scrum Fundamentals course." },
              { key: "modules", text: "Explore the program modules in the Modules section." },
              ...(hasBegun ? [] : [{ key: "sessions", text: "Prepare for live interactive sessions." }]),
              ...(journey?.enrolment?.plan && journey.enrolment.state !== "ended"
                ? [{ key: "community", text: <Community placeId={journey.enrolment.id} /> }]
                : []),
            ]
      }
      notes={
        isGraduate
          ? graduateNotes
          : [
              ...(hasBegun ? [] : ["Complete the Scrum Fundamentals course before sessions begin."]),
              "The handbook holds the course structure and the timelines.",
              "Module materials are updated regularly.",
            ]
      }
    >
      {isPending && <Skeleton className="h-48" />}
      {journey?.application && !journey.enrolment && <AdmissionTimeline application={journey.application} />}
      {journey?.enrolment && !isLearning && <TuitionCard enrolment={journey.enrolment} />}
      {journey?.enrolment?.plan && !journey.isActivated && !user.hasPassword && !isGraduate && (
        <ActivationCard email={user.email} placeId={journey.enrolment.id} />
      )}
    </JourneyView>
  )
}
