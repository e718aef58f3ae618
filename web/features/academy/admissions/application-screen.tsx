import { type ReactElement, type ReactNode, useState } from "react"
import { useParams } from "react-router"
import {
  type ApplicationFile,
  allowRetake,
  getApplication,
  recordInterview,
  withdrawLearner,
} from "#contract/academy/admissions-admin.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoney, formatZonedMoment } from "#web/lib/format/format.ts"
import { useOwnRole } from "#web/lib/session/own-role.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { useAdmin, useAdminAct } from "./admin-call.ts"
import { DecisionForm } from "./decision-form.tsx"
import { type AdminWords, NoteDialog } from "./note-dialog.tsx"
import { statusWords } from "./status-labels.ts"

/** One application with all that is known of it, and what can be done next. */
export function ApplicationScreen(): ReactElement {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAdmin(["application", id], async (signal) => {
    return (await call(getApplication, { params: { id }, signal })).data
  })
  if (error) {
    return <NotLoaded title="This application did not load" error={error} onRetry={refetch} />
  }
  return data ? <Application file={data} /> : <Skeleton className="h-80" />
}

function Application({ file }: { file: ApplicationFile }): ReactElement {
  const { name, email, program, cohort, status, seatsLeft } = file
  const [conflict, setConflict] = useState<string>()
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <TextLink to="/operator/admissions">All applications</TextLink>
        <div className="flex flex-wrap items-center gap-4">
          <h1 className="text-3xl">{name}</h1>
          <Badge tone="indigo">{statusWords[status]}</Badge>
        </div>
        <p className="text-ink-soft">
          <a href={`mailto:${email}`} className="underline underline-offset-4">
            {email}
          </a>
          . {program}, cohort {cohort}, {seatsLeft} seats left.
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <FormTrouble message={conflict} />
          <Steps file={file} />
          <InterviewNotes file={file} />
          {(status === "interviewed" || status === "waitlisted" || mayDecline(status)) && (
            <DecisionForm key={file.updatedAt} file={file} onConflict={setConflict} />
          )}
        </div>
        <div className="grid gap-6">
          <Facts file={file} />
          <History file={file} />
        </div>
      </div>
    </div>
  )
}

function mayDecline(status: ApplicationFile["status"]): boolean {
  return status === "paid" || status === "kit_sent" || status === "assessed"
}

type InterviewEnd = "held" | "missed" | "cancelled"

/** What becomes of an interview, and what is asked before it is written down. */
const interviewEnds: readonly {
  outcome: InterviewEnd
  label: string
  title: string
  text: string
  hasNote: boolean
}[] = [
  {
    outcome: "held",
    label: "It was held",
    title: "The interview was held?",
    hasNote: false,
    text: "The application can be decided then.",
  },
  {
    outcome: "missed",
    label: "They did not come",
    title: "The applicant did not come?",
    hasNote: false,
    text: "The applicant can choose another time.",
  },
  {
    outcome: "cancelled",
    label: "Call it off",
    title: "Call the interview off?",
    hasNote: true,
    text: "The applicant gets a letter and chooses another time.",
  },
]

/** What can be done now beside deciding. */
function Steps({ file }: { file: ApplicationFile }): ReactElement | null {
  const { id, status, interview, assessmentId, canRetake } = file
  const params = { id }
  const change = useAdminAct()
  const record =
    (outcome: InterviewEnd) =>
    ({ form, ...words }: AdminWords) => {
      const score = Number(form.get("score") ?? 0)
      const remarks = String(form.get("remarks") ?? "")
      const body = { outcome, ...words, remarks, score: score > 0 ? score : null }
      return change(() => call(recordInterview, { params, body }))
    }
  if (status === "interview_booked" && interview) {
    return (
      <Part title="Interview">
        <p>
          {interview.words}, {interview.minutes} minutes. {interview.place}
        </p>
        <div className="flex flex-wrap gap-3">
          {interviewEnds.map(({ outcome, ...words }) => (
            <NoteDialog key={outcome} isRoutine={outcome !== "cancelled"} {...words} onConfirm={record(outcome)}>
              {outcome === "held" && <InterviewFields />}
            </NoteDialog>
          ))}
        </div>
      </Part>
    )
  }
  if (status === "kit_sent" && assessmentId) {
    return (
      <Part title="Assessment">
        <TextLink to={`/operator/admissions/marking/${assessmentId}`}>Mark the answers</TextLink>
      </Part>
    )
  }
  if (canRetake) {
    return (
      <Part title="Assessment">
        <p>The applicant can choose an interview now. A weak result can be tried once more, with other questions.</p>
        <NoteDialog
          label="Allow a second try"
          title="Allow a second try?"
          text="The applicant gets a letter; the second result counts."
          onConfirm={({ note, reason }) => change(() => call(allowRetake, { params, body: { note, reason } }))}
        />
      </Part>
    )
  }
  if (status === "enrolled") {
    return (
      <Part title="Place">
        <NoteDialog
          label="End this place"
          title="End this place?"
          text="The seat goes to the waitlist. Payments are returned by the people for finance."
          isDanger
          onConfirm={({ note, reason }) => change(() => call(withdrawLearner, { params, body: { note, reason } }))}
        />
      </Part>
    )
  }
  return null
}

const scores = [
  { value: "5", label: "5, take this one" },
  { value: "4", label: "4" },
  { value: "3", label: "3, could go either way" },
  { value: "2", label: "2" },
  { value: "1", label: "1, not now" },
]

/** What whoever held the interview thinks of it, for whoever decides. */
function InterviewFields(): ReactElement {
  return (
    <>
      <SelectField name="score" label="Score" optional placeholder="None" choices={scores} />
      <TextareaField
        name="remarks"
        label="Your notes"
        optional
        rows={5}
        maxLength={5_000}
        hint="Our team reads them beside the decision. They are in the applicant's copy of their data."
      />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <Card className="grid justify-items-start gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  )
}

/** What was thought of the interviews that are over, beside the decision. */
function InterviewNotes({ file }: { file: ApplicationFile }): ReactElement | null {
  if (file.interviewsOver.length === 0) return null
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Interviews</h2>
      <ul className="grid gap-4">
        {file.interviewsOver.map(({ words, outcome, remarks, score, by }) => (
          <li key={words} className="grid gap-1">
            <p>
              {words}. {outcome === "held" ? "Held" : "The applicant did not come"}
              {by !== "" && `, written down by ${by}`}.
            </p>
            {score !== null && <p className="font-medium">Score: {score} of 5</p>}
            {remarks !== "" && <p className="wrap-anywhere whitespace-pre-line">{remarks}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Facts({ file }: { file: ApplicationFile }): ReactElement {
  const { points, maxPoints, assessmentId, guardian, scholarship, enrolment, paymentReference } = file
  const seesOrders = mayOperate(useOwnRole(), "money.see")
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Facts</h2>
      <dl className="grid gap-3">
        <Fact name="Assessment">
          {assessmentId ? (
            <TextLink to={`/operator/admissions/marking/${assessmentId}`}>
              {points === null ? "Waits for marks" : `${points} of ${maxPoints} points`}
            </TextLink>
          ) : (
            "Not taken yet"
          )}
          {file.earlierTries.map(({ id, attempt, points: earlier, maxPoints: most }) => (
            <span key={id} className="block">
              <TextLink to={`/operator/admissions/marking/${id}`}>
                Try {attempt}: {earlier === null ? "not marked" : `${earlier} of ${most} points`}
              </TextLink>
            </span>
          ))}
        </Fact>
        {guardian && (
          <Fact name="Guardian (applicant is 16 or 17)">
            {guardian.name}, {guardian.contact}. Agreed on {formatZonedMoment(guardian.consentedAt)}
          </Fact>
        )}
        {scholarship && (
          <Fact name="Scholarship">
            {scholarship === "full" ? "Full" : `Partial, ${formatMoney(enrolment?.award ?? 0, "NGN")}`}
          </Fact>
        )}
        {enrolment && <Fact name="Tuition">{enrolment.state.replaceAll("_", " ")}</Fact>}
        <Fact name="Fee paid by">
          {paymentReference && seesOrders ? (
            <TextLink to={`/operator/orders/${paymentReference}`}>{paymentReference}</TextLink>
          ) : (
            (paymentReference ?? "not paid")
          )}
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="grid">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function History({ file }: { file: ApplicationFile }): ReactElement {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">History</h2>
      <ol className="grid gap-3">
        {file.steps.map(({ status, at, note, actor, operator }) => (
          <li key={`${status}-${at}`} className="grid">
            <span>
              {statusWords[status]} <span className="text-sm text-ink-soft">by {operator || `the ${actor}`}</span>
            </span>
            <span className="text-sm text-ink-soft tabular-nums">{formatZonedMoment(at)}</span>
            {note && <span className="text-sm">{note}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
