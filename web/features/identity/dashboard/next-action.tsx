import { useQuery } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import type { EnrolmentView, Journey } from "#contract/academy/admissions.ts"
import { listFreeSlots } from "#contract/academy/interviews.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { cohortsQuery } from "#web/lib/academy/cohorts.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate, formatMoney, formatZonedMoment } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { feePath } from "./left-program.ts"
import { NextClass } from "./next-class.tsx"
import { NextSkeleton } from "./next-skeleton.tsx"
import { TuitionCard } from "./tuition-card.tsx"

type Application = NonNullable<Journey["application"]>

interface Way {
  label: string
  path: string
}

interface Action {
  title: string
  text: ReactNode
  /** What is done before the button is pressed. */
  first?: Way
  button?: Way
}

/**
 * What the academy waits for, or the person does: the first thing on the dashboard of an applicant, a learner or a graduate.
 * @param isLearner keeps a place for class and tuition while it loads
 */
export function AcademyNext({ isLearner }: { isLearner: boolean }): ReactElement | null {
  const { data: journey, isPending } = useQuery(journeyQuery)
  const { data: slots, isLoading } = useQuery({
    queryKey: [...queryKeys.journey, "slots"],
    queryFn: async ({ signal }) => (await call(listFreeSlots, { signal })).data,
    enabled: journey?.application?.status === "assessed",
  })
  if (isPending || isLoading) return <NextSkeleton isLearner={isLearner} />
  const action =
    journey &&
    (journey.application?.status === "assessed" && slots?.length === 0 ? withoutTimes(journey) : actionOf(journey))
  if (!action) return null
  const { application, enrolment } = journey
  return (
    <div className="grid gap-6">
      <ActionCard program={application?.program ?? ""} action={action} />
      {application?.status === "enrolled" && enrolment?.plan && enrolment.state !== "ended" && (
        <LearnerNow enrolment={enrolment} />
      )}
    </div>
  )
}

/** The next class, and what is to be paid next where the step above does not say it already. */
function LearnerNow({ enrolment }: { enrolment: EnrolmentView }): ReactElement {
  const isLater = enrolment.state === "on_time" || enrolment.state === "settled"
  return (
    <div className={classNames("grid items-start gap-6", isLater && "lg:grid-cols-2")}>
      <NextClass placeId={enrolment.id} />
      {isLater && <TuitionCard enrolment={enrolment} />}
    </div>
  )
}

/** For who came to apply for a program and has not paid its fee yet; nothing where it takes no applications. */
export function ApplyNext({ slug }: { slug: string }): ReactElement | null {
  const { data: cohorts, isPending } = useQuery(cohortsQuery)
  if (isPending) return <NextSkeleton />
  const cohort = cohorts?.find(({ programId }) => programId === slug)?.cohort
  const program = programCards.find((card) => card.slug === slug)?.name
  if (!program || cohort?.state !== "open") return null
  const action = {
    title: "Go on with your application",
    text: `The application fee comes next. Apply by ${formatDate(cohort.applyBy)}.`,
    button: { label: "To the application fee", path: `${feePath}?program=${encodeURIComponent(slug)}` },
  }
  return <ActionCard program={program} action={action} />
}

function ActionCard({ program, action }: { program: string; action: Action }): ReactElement {
  const { title, text, first, button } = action
  return (
    <Card tone="raised" className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid max-w-measure gap-1">
        <p className="text-sm font-medium text-indigo">{program}</p>
        <h2 className="text-xl">{title}</h2>
        <p className="text-ink-soft">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {first && (
          <LinkButton variant="secondary" to={first.path}>
            {first.label}
          </LinkButton>
        )}
        {button && <LinkButton to={button.path}>{button.label}</LinkButton>}
      </div>
    </Card>
  )
}

/** For who is assessed while there is no time to book. */
function withoutTimes({ assessment }: Journey): Action {
  const text = `${markedWords(assessment)} No interview times can be booked right now. We tell you when new ones are opened.`
  return { title: "Your interview comes next", text }
}

const markedWords = (assessment: Journey["assessment"]): string =>
  `Your assessment is marked: ${assessment?.points ?? 0} of ${assessment?.maxPoints ?? 0} points.`

function actionOf(journey: Journey): Action | null {
  const { application, assessment, interview, enrolment } = journey
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
        text: markedWords(assessment),
        button: { label: "Book the interview", path: "/interview" },
      }
    case "interview_booked":
      return {
        title: "Your interview",
        text: interview?.words ?? "",
        button: { label: interview?.canChange ? "See or change it" : "See it", path: "/interview" },
      }
    case "interviewed":
      return { title: "The academy decides", text: "The decision comes by e-mail, and stands here." }
    case "waitlisted":
      return { title: "You are on the waitlist", text: "When a seat becomes free for you, we send you a mail." }
    case "admitted":
      return {
        title: "You are admitted",
        text: [`Take your place by ${formatDate(enrolment?.enrolBy ?? "")}.`, scholarshipWords(enrolment)]
          .join(" ")
          .trim(),
        button: { label: "Take your place", path: "/tuition" },
      }
    case "enrolled":
      return enrolment && learnerAction(application, enrolment)
    case "completed":
      return {
        title: "You have completed the program",
        text: "Your certificate stands with your lessons, which stay open to you.",
        ...(enrolment && { button: { label: "See your certificate", path: `/learn?place=${enrolment.id}` } }),
      }
    case "declined":
      return { title: "Your application was not successful", text: endedWords(application) }
    case "withdrawn":
      return { title: "Your application is closed", text: endedWords(application) }
    default:
      return null
  }
}

/** What was said at the end of an application, and what is possible after it. */
function endedWords({ steps }: Application): ReactNode {
  const note = steps.at(-1)?.note
  return (
    <>
      {note && <span className="mb-1 block whitespace-pre-line text-ink">{note}</span>}
      You can apply again while a cohort takes applications.
    </>
  )
}

/** What a scholarship comes to; "" without one. */
function scholarshipWords(enrolment: EnrolmentView | null): string {
  if (!enrolment || enrolment.award === 0) return ""
  if (enrolment.prices.full === 0) return "Your scholarship pays all of the tuition."
  return `Your scholarship takes ${formatMoney(enrolment.award, "NGN")} off the tuition.`
}

/** For who has taken a place: what is to be paid soon goes before the lessons. */
function learnerAction(application: Application, { id, state, next, locksOn }: EnrolmentView): Action {
  const pay = { label: "Pay tuition", path: `/tuition?place=${id}` }
  const amount = next ? `${formatMoney(next.amount, "NGN")}, due on ${formatDate(next.dueOn)}.` : ""
  if (state === "locked") {
    return {
      title: "Tuition is overdue",
      text: `${amount} Lessons open again the moment it is paid.`,
      button: pay,
    }
  }
  if (state === "grace") {
    const text = `${amount} Lessons stay open until ${formatDate(locksOn)}.`
    return { title: "Tuition is overdue", text, button: pay }
  }
  if (state === "due_soon") return { title: "Tuition is due soon", text: amount, button: pay }
  const button = { label: "Go to the lessons", path: `/learn?place=${id}` }
  const { cohort } = application
  return cohort && cohort.state !== "begun"
    ? {
        title: `Your program begins on ${formatDate(cohort.startsOn)}`,
        text: "What comes before the first class is open already.",
        button,
      }
    : { title: "Go on with your lessons", text: "Lessons, classes and news are on one page.", button }
}

function assessmentAction(assessment: Journey["assessment"]): Action | null {
  const button = { label: "Start the assessment", path: "/assessment" }
  switch (assessment?.state) {
    case "ready":
      return {
        title: assessment.attempt > 1 ? "Your second try is open" : "Your assessment is open",
        text: `Work through the study kit first. It takes up to ${admissionRules.assessmentMinutes} minutes and saves by itself.`,
        first: { label: "Open the study kit", path: "/study-kits" },
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
