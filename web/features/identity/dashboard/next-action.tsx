import type { ReactElement, ReactNode } from "react"
import type { Journey } from "#contract/academy/admissions.ts"
import { formatDate, formatZonedMoment } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"

interface Action {
  title: string
  text: ReactNode
  button?: { label: string; path: string }
}

/** The one thing to do now, with its button. */
export function NextAction({ journey }: { journey: Journey }): ReactElement | null {
  const action = actionOf(journey)
  if (!action) return null
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid max-w-measure gap-1">
        <h2 className="text-xl">{action.title}</h2>
        <p className="text-ink-soft">{action.text}</p>
      </div>
      {action.button && <LinkButton to={action.button.path}>{action.button.label}</LinkButton>}
    </Card>
  )
}

function actionOf({ application, assessment, interview, enrolment }: Journey): Action | null {
  switch (application?.status) {
    case "paid":
      return {
        title: "The study kit is on its way",
        text: "The assessment opens once we have sent you a mail about it.",
      }
    case "kit_sent":
      return assessmentAction(assessment)
    case "assessed":
      return {
        title: "Choose a time for your interview",
        text: `Your assessment is marked: ${assessment?.points ?? 0} of ${assessment?.maxPoints ?? 0} points.`,
        button: { label: "Book the interview", path: "/interview" },
      }
    case "interview_booked":
      return {
        title: "Your interview",
        text: interview?.words ?? "",
        button: { label: interview?.canChange ? "See or change it" : "See it", path: "/interview" },
      }
    case "interviewed":
      return { title: "The academy decides", text: "The decision comes by e-mail, usually within a few days." }
    case "waitlisted":
      return { title: "You are on the waitlist", text: "When a seat becomes free, it is yours and we send you a mail." }
    case "admitted":
      return {
        title: "You are admitted",
        text: `Take your place by ${formatDate(enrolment?.enrolBy ?? "")}.`,
        button: { label: "Take your place", path: "/tuition" },
      }
    default:
      return null
  }
}

function assessmentAction(assessment: Journey["assessment"]): Action | null {
  const button = { label: "Start the assessment", path: "/assessment" }
  switch (assessment?.state) {
    case "ready":
      return {
        title: assessment.attempt > 1 ? "Your second try is open" : "Your assessment is open",
        text: "Work through the study kit first. It takes up to 45 minutes and saves by itself.",
        button,
      }
    case "running":
      return {
        title: "Your assessment is running",
        text: `It ends at ${formatZonedMoment(assessment.endsAt)}.`,
        button: { ...button, label: "Go on" },
      }
    case "waiting_for_marks":
      return { title: "Your answers are being marked", text: "You get a mail with the result." }
    default:
      return null
  }
}
