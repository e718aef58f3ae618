import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useEffectEvent, useState } from "react"
import { type Assessment, handInAssessment, startAssessment } from "#contract/product/assessment.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { journeyQuery } from "#web/lib/journey.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { notify } from "#web/ui/toast.tsx"
import { forgetAnswers } from "./kept-answers.ts"
import { QuestionCard } from "./question-card.tsx"
import { type SaveState, useAnswers } from "./use-answers.ts"

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
        <ErrorState
          title="The assessment did not load"
          text={messageOf(error, noAnswerMessage)}
          action={<Button onClick={() => refetch()}>Try again</Button>}
        />
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
        <li>45 minutes from the moment you start. The clock does not stop.</li>
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

function Running({ assessment, onEnd }: { assessment: Assessment; onEnd: () => void }): ReactElement {
  const { answers, answer, send, refusal, state } = useAnswers(assessment)
  const [isOver, setOver] = useState(false)
  const queries = useQueryClient()
  const handIn = useMutation({
    mutationFn: async () => {
      if (!(await send())) throw new Error(unsentWords)
      return call(handInAssessment, { params: { id: assessment.id }, body: {} })
    },
    onSuccess: async ({ message }) => {
      notify.success(message)
      if (refusal !== "") notify.error(refusal)
      forgetAnswers(assessment.id)
      await queries.invalidateQueries({ queryKey: queryKeys.journey })
      onEnd()
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  // Without a network at the end, what was kept goes first, as soon as it can.
  const isAllWithUs = state === "saved" || state === "refused"
  const { mutate: end, isIdle } = handIn
  useEffect(() => {
    if (isOver && isAllWithUs && isIdle) end()
  }, [isOver, isAllWithUs, isIdle, end])
  const answered = assessment.questions.filter(({ id }) => (answers[id]?.value.length ?? 0) > 0).length
  const isAll = answered === assessment.questions.length
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-3xl">Assessment</h1>
      <div className="sticky top-16 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-raised px-5 py-3 shadow-soft low:static">
        <Clock assessment={assessment} onOver={() => setOver(true)} />
        <p className="text-ink-soft tabular-nums">
          {answered} of {assessment.questions.length} answered
        </p>
        <SaveLine state={state} refusal={refusal} />
      </div>
      {assessment.questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          number={index + 1}
          value={answers[question.id]?.value ?? (question.kind === "several" ? [] : "")}
          onAnswer={(value) => answer(question.id, value)}
        />
      ))}
      <Card className="grid justify-items-start gap-4">
        <p>
          {isAll
            ? "Every question has an answer."
            : `${assessment.questions.length - answered} questions have no answer yet.`}{" "}
          After handing in nothing can be changed.
        </p>
        <Button size="large" busy={handIn.isPending} onClick={() => handIn.mutate()}>
          Hand in
        </Button>
      </Card>
    </div>
  )
}

const unsentWords = "Some answers are not saved yet, so nothing was handed in. Please press Hand in again in a moment."

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

/** Time left by the server's clock; a device whose own clock is wrong shows the right time. */
function Clock({ assessment, onOver }: { assessment: Assessment; onOver: () => void }): ReactElement {
  const [skew] = useState(() => Date.parse(assessment.now) - Date.now())
  const left = (): number => Math.max(0, Math.ceil((Date.parse(assessment.endsAt) - Date.now() - skew) / 1000))
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
