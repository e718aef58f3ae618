import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import type { Journey } from "#contract/academy/admissions.ts"
import type { ApplicationStatus } from "#contract/catalogue/applications.ts"
import { lockedSeat } from "#web/lib/academy/cohort-labels.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { AdmissionTimeline } from "./admission-timeline.tsx"
import { JourneyView } from "./journey-view.tsx"
import { Withdrawal } from "./withdrawal.tsx"

/** For confirmed applicants. */
export function AppliedView({ user }: { user: CurrentUser }): ReactElement {
  const { data: journey, isPending } = useQuery(journeyQuery)
  const status = journey?.application?.status
  const isAdmitted = status === "admitted"
  const isMarked = status === "assessed" || status === "interview_booked"
  const isInterviewed = isAdmitted || status === "waitlisted" || status === "interviewed"
  return (
    <JourneyView
      headline={status === "waitlisted" ? "Thank You for Applying" : "You're In!"}
      sentence={sentenceFor(user.program, status)}
      button={
        isAdmitted
          ? { label: "See the tuition", path: "/tuition" }
          : isMarked
            ? { label: "To the interview", path: "/interview" }
            : { label: "Open the study kit", path: "/study-kits" }
      }
      stepsTitle="What Happens Next?"
      steps={[
        ...(isAdmitted
          ? [{ key: "place", text: "Take your place: pay the tuition, or its first instalment." }]
          : [
              ...(isMarked || isInterviewed
                ? []
                : [{ key: "kit", text: "Download the study kit and work through it at home." }]),
              { key: "date", text: assessmentWords(journey) },
              ...(isMarked ? [{ key: "interview", text: "Talk with us at the interview, at a time you choose." }] : []),
            ]),
        {
          key: "community",
          text: "Prepare, and join the learner community: your cohort has a discussion beside its lessons, which opens once your place is taken.",
        },
      ]}
      notes={[
        ...(isAdmitted || status === "waitlisted" ? [] : [lockedSeat]),
        "The application fee is paid once per application and is not refundable.",
        "A confirmation e-mail arrives right after the payment.",
        ...(isInterviewed || isMarked ? [] : ["If the study kit has not arrived within 24 hours, write to support."]),
        ...(isInterviewed ? [] : ["Bring something to show or tell about a business you know to the interview."]),
      ]}
    >
      {isPending && <Skeleton className="h-80" />}
      {journey?.application && <AdmissionTimeline application={journey.application} />}
      {journey?.application?.canWithdraw && <Withdrawal program={user.program} />}
    </JourneyView>
  )
}

/** Where the application stands, as the decision left it. */
function sentenceFor(program: string, status: ApplicationStatus | undefined): string {
  if (status === "admitted") return `You are admitted to ${program}. Your place is kept for you until its last day.`
  if (status === "waitlisted") return `The next free seat of ${program} goes to whoever waits longest.`
  return `Your application for ${program} is confirmed and your seat is locked.`
}

/** The second step, as far as it has come. */
function assessmentWords(journey: Journey | undefined): string {
  const state = journey?.assessment?.state
  if (state === "ready") return "Your assessment is open: take it when you are prepared."
  if (state === "running") return "Your assessment is running."
  if (state === "waiting_for_marks") return "Your assessment is handed in and being marked."
  if (state === "marked") return "Your assessment is marked."
  return "The date of your assessment comes by e-mail and stands on this dashboard."
}
