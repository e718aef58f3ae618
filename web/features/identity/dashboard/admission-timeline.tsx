import { Check } from "lucide-react"
import type { ReactElement } from "react"
import type { Journey } from "#contract/academy/admissions.ts"
import { type ApplicationStatus, admissionRules } from "#contract/catalogue/applications.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

type Application = NonNullable<Journey["application"]>

interface Point {
  title: string
  /** Statuses that bring the applicant here. */
  reachedBy: readonly ApplicationStatus[]
  /** What the applicant can expect while it is to come. */
  hint: string
}

const points: readonly Point[] = [
  { title: "Application received", reachedBy: ["paid"], hint: "" },
  { title: "Study kit sent", reachedBy: ["kit_sent"], hint: "Comes by e-mail within minutes." },
  {
    title: "Assessment",
    reachedBy: ["assessed"],
    hint: `Up to ${admissionRules.assessmentMinutes} minutes, at a time you choose.`,
  },
  { title: "Interview", reachedBy: ["interviewed"], hint: "You choose the time." },
  {
    title: "Decision",
    reachedBy: ["admitted", "waitlisted", "declined"],
    hint: "Comes by e-mail, and stands here.",
  },
  { title: "Place taken", reachedBy: ["enrolled"], hint: "With the tuition or its first instalment." },
]

const decisionWords: Partial<Record<ApplicationStatus, string>> = {
  admitted: "Admitted",
  waitlisted: "On the waitlist: the next free seat goes to whoever waits longest",
  declined: "Not admitted",
}

/** The admission, step by step: what is done and when, where it is now, and what is to come. */
export function AdmissionTimeline({ application }: { application: Application }): ReactElement {
  const dates = points.map(({ reachedBy }) => lastOf(application, reachedBy))
  const present = dates.indexOf("")
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">Your admission</h2>
        {application.cohort && <p className="text-ink-soft">{cohortLine(application.cohort)}</p>}
      </div>
      <ol className="grid">
        {points.map(({ title, hint }, index) => {
          const date = dates[index] ?? ""
          const isPresent = index === present
          return (
            <li
              key={title}
              aria-current={isPresent ? "step" : undefined}
              className="relative grid grid-cols-[2rem_1fr] gap-x-4 pb-5 last:pb-0"
            >
              {index < points.length - 1 && (
                <span
                  aria-hidden="true"
                  className={classNames("absolute top-8 bottom-0 left-[0.94rem] w-0.5", date ? "bg-leaf" : "bg-line")}
                />
              )}
              <span
                aria-hidden="true"
                className={classNames(
                  "grid size-8 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums",
                  date && "border-leaf bg-leaf-wash text-leaf",
                  !date && isPresent && "border-indigo bg-indigo-wash text-indigo",
                  !date && !isPresent && "border-line text-ink-soft",
                )}
              >
                {date ? <Check className="size-4" /> : index + 1}
              </span>
              <span className="grid pt-1">
                <span className={classNames(isPresent ? "font-semibold" : date ? "font-medium" : "text-ink-soft")}>
                  {title}
                  {isPresent && <span className="sr-only"> (now)</span>}
                </span>
                <span className="text-sm text-ink-soft">{date ? doneWords(application, index, date) : hint}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** When the application last came to one of these; "" when it has not, or went back since. */
function lastOf({ steps, status }: Application, reachedBy: readonly ApplicationStatus[]): string {
  const index = steps.findLastIndex((step) => reachedBy.includes(step.status))
  const wentBack = status === "kit_sent" && reachedBy.includes("assessed")
  return index === -1 || wentBack ? "" : (steps[index]?.at ?? "")
}

function doneWords({ status }: Application, index: number, date: string): string {
  const outcome = index === 4 ? decisionWords[status] : undefined
  return outcome ? `${outcome}, ${formatZonedMoment(date)}` : formatZonedMoment(date)
}

/** "Cohort 3, planned to begin on 1 February 2027". */
export function cohortLine(cohort: NonNullable<Application["cohort"]>): string {
  const start = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(cohort.startsOn),
  )
  const verb = cohort.state === "begun" ? "began on" : cohort.isPlanned ? "planned to begin on" : "begins on"
  return `Cohort ${cohort.number}, ${verb} ${start}`
}
