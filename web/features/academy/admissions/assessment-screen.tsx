import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useEffectEvent, useState } from "react"
import { type Assessment, handInAssessment, startAssessment } from "#contract/academy/assessments.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { QuestionCard } from "./question-card.tsx"
import { forgetAnswers } from "./stored-answers.ts"
import { type SaveState, useAnswers } from "./use-answers.ts"
import { usePictureAnswers } from "./use-picture-answers.ts"

/** /assessment: what it is, the questions while the clock runs, and what comes after. */
export function AssessmentScreen(): ReactElement {
  const { data: journey, error, refetch } = useQuery(journeyQuery)
  const start = useMutation({
    mutationFn: async () => (await call(startAssessment, { body: {} })).data,
    onError: (failure) => notify.error(messageOf(failure, noAnswerMessage)),
  })
  const { mutate: goOn } = start
  const isRunning = journey?.assessment?.state === "running"
  useEffect(() => {
    if (isRunning) goOn()
  }, [isRunning, goOn])
  if (start.data) return <Running assessment={start.data} onEnd={() => start.reset()} />
  return (
    <div className="grid max-w-3xl gap-8">
      <h1 className="text-3xl">Assessment</h1>
      {error && !journey ? (
        <NotLoaded title="The assessment did not load" error={error} onRetry={refetch} />
      ) : !journey || isRunning ? (
        <Skeleton className="h-80" />
      ) : journey.assessment?.state === "ready" ? (
        <Before isSecond={journey.assessment.attempt > 1} isPending={start.isPending} onStart={() => start.mutate()} />
      ) : (
        <After state={journey.assessment?.state} points={journey.assessment?.points ?? null} />
      )}
    </div>
  )
}

interface BeforeProps {
  isSecond: boolean
  isPending: boolean
  onStart: () => void
}

function Before({ isSecond, isPending, onStart }: BeforeProps): ReactElement {
  return (
    <Card className="grid justify-items-start gap-5">
      <ul className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
        <li>Eleven questions: choices, two short answers in your own words, and one drawing you photograph.</li>
        <li>{admissionRules.assessmentMinutes} minutes from the moment you start. The clock does not stop.</li>
        <li>Everything is saved by itself. A reload or a lost connection loses nothing; just come back in time.</li>
        <li>Have paper and a pen, or a drawing program, at hand.</li>
        {isSecond && <li>This is your second try. The questions are new, and this result counts.</li>}
      </ul>
      <Button size="large" busy={isPending} onClick={onStart}>
        Start now
      </Button>
    </Card>
  )
}

function After({ state, points }: { state: string | undefined; points: number | null }): ReactElement {
  const isDone = state === "waiting_for_marks" || state === "marked"
  return (
    <EmptyState
      title={state === "marked" ? "Your assessment is marked" : isDone ? "Handed in" : "The assessment is not open"}
      text={
        state === "marked"
          ? `You have ${points ?? 0} points. The next step is on your dashboard.`
          : isDone
            ? "People read your answers now. The result comes by e-mail."
            : "It opens with the study kit, after the application fee."
      }
      action={<LinkButton to="/app">Dashboard</LinkButton>}
    />
  )
}

/** What is on its way at the end still counts for this long, in ms. */
const lateMs = admissionRules.assessmentLateSeconds * 1_000

function Running({ assessment, onEnd }: { assessment: Assessment; onEnd: () => void }): ReactElement {
  const { answers, answer, send, refusal, state } = useAnswers(assessment)
  const { pictures, isPending: isSending, upload, waitForAll, giveUp } = usePictureAnswers(answer)
  // The end by the server's clock, in this device's time: a device whose own clock is wrong hands in at the right one.
  const [endsAt] = useState(() => Date.now() + Date.parse(assessment.endsAt) - Date.parse(assessment.now))
  const [isOver, setOver] = useState(false)
  const queries = useQueryClient()
  const handIn = useMutation({
    mutationFn: async (_by: "person" | "clock") => {
      const left = endsAt - Date.now()
      const outcome = await waitForAll(left > lateMs ? lateMs : left + lateMs)
      if (Date.now() < endsAt && outcome !== "here") throw new Error(pictureWords[outcome])
      await giveUp()
      if (!(await send())) throw new Error(unsentWords)
      const { message } = await call(handInAssessment, { params: { id: assessment.id }, body: {} })
      return { message, isAll: outcome === "here" }
    },
    onSuccess: async ({ message, isAll }) => {
      notify.success(message)
      if (!isAll) notify.error("Your picture did not arrive in time, so it was not handed in.")
      if (refusal !== "") notify.error(refusal)
      forgetAnswers(assessment.id)
      await queries.invalidateQueries({ queryKey: queryKeys.journey })
      onEnd()
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  // Without a network at the end, what was kept goes first, as soon as it can.
  const isAllWithUs = state === "saved" || state === "refused"
  // A press that came to nothing must not keep the clock from handing in; the clock does it once.
  const isClocksTurn = handIn.isIdle || (handIn.isError && handIn.variables === "person")
  const { mutate: end } = handIn
  useEffect(() => {
    if (isOver && isAllWithUs && isClocksTurn) end("clock")
  }, [isOver, isAllWithUs, isClocksTurn, end])
  const answered = assessment.questions.filter(({ id }) => (answers[id]?.value.length ?? 0) > 0).length
  // A picture on its way is an answer.
  const isBlank = (id: string): boolean => (answers[id]?.value.length ?? 0) === 0 && !pictures[id]?.isPending
  const blanks = assessment.questions.filter(({ id }) => isBlank(id)).length
  // Asked once: whoever has said that blanks may go is not asked again.
  const [blanksAsked, setBlanksAsked] = useState<"not" | "open" | "agreed">("not")
  const press = (): void => {
    if (blanks > 0 && blanksAsked === "not") setBlanksAsked("open")
    else handIn.mutate("person")
  }
  const blankWords = blanks === 1 ? "1 question has no answer yet." : `${blanks} questions have no answer yet.`
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-3xl">Assessment</h1>
      <div className="sticky top-16 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-raised px-5 py-3 shadow-soft low:static">
        <Clock endsAt={endsAt} onOver={() => setOver(true)} />
        <p className="text-ink-soft tabular-nums">
          {answered} of {assessment.questions.length} answered
        </p>
        <SaveLine state={isSending && state === "saved" ? "saving" : state} refusal={refusal} />
      </div>
      {assessment.questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          number={index + 1}
          value={answers[question.id]?.value ?? (question.kind === "several" ? [] : "")}
          onAnswer={(value) => answer(question.id, value)}
          picture={pictures[question.id]}
          onPicture={(file) => upload(question.id, file)}
        />
      ))}
      <Card className="grid justify-items-start gap-4">
        <p>{blanks === 0 ? "Every question has an answer." : blankWords} After handing in nothing can be changed.</p>
        <Button size="large" busy={handIn.isPending} onClick={press}>
          Hand in
        </Button>
        <Dialog
          open={blanksAsked === "open" && !isOver}
          onOpenChange={(isOpen) => !isOpen && setBlanksAsked("not")}
          title="Hand in with blanks?"
          description={`${blankWords} A blank gets no points, and after handing in nothing can be changed.`}
          actions={
            <>
              <Button variant="secondary" onClick={() => setBlanksAsked("not")}>
                Go on answering
              </Button>
              <Button
                onClick={() => {
                  setBlanksAsked("agreed")
                  handIn.mutate("person")
                }}
              >
                Hand in as it is
              </Button>
            </>
          }
        />
        <FormTrouble message={handIn.isError ? messageOf(handIn.error, noAnswerMessage) : undefined} />
        <p role="status" className="text-ink-soft">
          {handIn.isPending &&
            isSending &&
            "Saving your picture. It is handed in with everything else as soon as it is here."}
        </p>
      </Card>
    </div>
  )
}

const unsentWords =
  "Some answers are not saved yet, so nothing was handed in. Please press Hand in again once “Saved” stands above."

/** Why nothing was handed in while there was time left. */
const pictureWords = {
  failed:
    "Your picture did not arrive, so nothing was handed in. Please send it again, or press Hand in to go without it.",
  pending: "Your picture is still being sent, so nothing was handed in. Please press Hand in again in a moment.",
} as const

const saveWords: Readonly<Record<SaveState, string>> = {
  saved: "Saved",
  saving: "Saving ...",
  kept: "Not saved yet. Kept on this device, sent as soon as it can be.",
  held: "Not saved yet. Please keep this page open; it is sent as soon as it can be.",
  signed_out: "You are signed out. Your answers are kept on this device.",
  refused: "Not saved:",
}

function SaveLine({ state, refusal }: { state: SaveState; refusal: string }): ReactElement {
  const queries = useQueryClient()
  return (
    <p role="status" className={state === "saved" || state === "saving" ? "text-ink-soft" : "text-amber"}>
      {saveWords[state]}
      {state === "refused" && ` ${refusal}`}
      {state === "signed_out" && (
        <>
          {" "}
          <Button variant="secondary" onClick={() => queries.setQueryData(queryKeys.currentUser, null)}>
            Sign in
          </Button>
        </>
      )}
    </p>
  )
}

/** Time left. @param props.endsAt in this device's time, in ms */
function Clock({ endsAt, onOver }: { endsAt: number; onOver: () => void }): ReactElement {
  const left = (): number => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  const tick = useEffectEvent(() => {
    const now = left()
    if (now === 0 && seconds > 0) onOver()
    setSeconds(now)
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <p className="font-display text-xl font-semibold tabular-nums">
      <span className="sr-only">Time left: </span>
      {words}
    </p>
  )
}
