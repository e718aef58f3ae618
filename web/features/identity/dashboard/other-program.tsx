import type { ReactElement } from "react"
import type { OtherApplication } from "#contract/academy/admissions.ts"
import type { ApplicationStatus } from "#contract/catalogue/applications.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { cohortLine } from "./admission-timeline.tsx"
import { TuitionCard } from "./tuition-card.tsx"
import { Withdrawal } from "./withdrawal.tsx"

const words: Partial<Record<ApplicationStatus, string>> = {
  waitlisted: "You are on the waitlist: the next free seat goes to whoever waits longest.",
  admitted: "You are admitted. Your place waits for you.",
  enrolled: "You have a place.",
  completed: "You have completed this program.",
}

/** One of them: where it stands, its lessons, what it costs, and the way out. */
export function OtherProgram({ application, enrolment }: OtherApplication): ReactElement {
  const { id, program, status, cohort, canWithdraw } = application
  const isLearning = enrolment !== null && enrolment.state !== "offered" && enrolment.state !== "ended"
  return (
    <div className="grid gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h3 className="text-xl">{program}</h3>
          {cohort && <p className="text-ink-soft">{cohortLine(cohort)}</p>}
          <p>{words[status] ?? "Your application is under way."}</p>
        </div>
        {isLearning && (
          <LinkButton to={`/learn?place=${enrolment.id}`} variant="secondary">
            Open the lessons
          </LinkButton>
        )}
      </Card>
      {enrolment && enrolment.state !== "ended" && <TuitionCard enrolment={enrolment} isOther />}
      {canWithdraw && <Withdrawal program={program} applicationId={id} />}
    </div>
  )
}
