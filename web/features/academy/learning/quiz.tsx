import { useMutation } from "@tanstack/react-query"
import { CircleCheck, CircleX } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { z } from "zod"
import { answerQuiz, type Lesson, type QuizResult } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useDraft } from "./use-draft.ts"

interface QuizProps {
  reader: string
  lesson: Lesson
  onAnswered: () => unknown
}

const Given = z.array(z.number().nullable())

/** Questions with one right answer each; afterwards which were right, and what is right and why once that is told. It can be taken again. */
export function Quiz({ reader, lesson, onAnswered }: QuizProps): ReactElement | null {
  const draft = useDraft(reader, `${lesson.id}:${lesson.edition}`, Given)
  if (draft.before === undefined) return null
  const before = draft.before?.length === lesson.questions.length ? draft.before : null
  return <Questions lesson={lesson} before={before} onGiven={draft.keep} onAnswered={onAnswered} />
}

const countTries = (count: number): string => (count === 1 ? "one more try" : `${count} more tries`)

interface QuestionsProps extends Omit<QuizProps, "reader"> {
  /** Answers that were picked before and not sent. */
  before: readonly (number | null)[] | null
  onGiven: (given: (number | null)[] | null) => void
}

function Questions({ lesson, before, onGiven, onAnswered }: QuestionsProps): ReactElement {
  const { questions } = lesson
  const [given, setGiven] = useState<readonly (number | null)[]>(before ?? questions.map(() => null))
  const [result, setResult] = useState<QuizResult | null>(lesson.lastQuiz)
  // What was pressed goes away with what it stood in: the keyboard goes on from what came in its place.
  const shown = useRef<HTMLElement | null>(null)
  const isMoving = useRef(false)
  const show = (next: QuizResult | null): void => {
    isMoving.current = true
    setResult(next)
  }
  useEffect(() => {
    if (isMoving.current) shown.current?.focus()
    isMoving.current = false
  })
  const keep = (element: HTMLElement | null): void => {
    shown.current = element
  }
  const answer = useMutation({
    mutationFn: () =>
      call(answerQuiz, {
        params: { lessonId: lesson.id },
        body: { answers: given.map((choice) => choice ?? 0), edition: lesson.edition },
      }),
    onSuccess: ({ data }) => {
      show(data)
      onGiven(null)
      return onAnswered()
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  if (result) {
    return (
      <div className="grid max-w-measure gap-5">
        <Card tone="raised" className="flex flex-wrap items-center gap-4" role="status">
          <p ref={keep} tabIndex={-1} className="grow text-lg">
            {result.right} of {result.all} right.{" "}
            {result.isPassed ? "You passed." : "Not yet. Read again and try once more."}{" "}
            {result.triesLeft > 0 &&
              `The right answers stand here once you pass, or after ${countTries(result.triesLeft)}.`}
          </p>
          <Badge tone={result.isPassed ? "leaf" : "amber"}>{result.isPassed ? "Passed" : "Not passed"}</Badge>
        </Card>
        <ol className="grid gap-4">
          {questions.map(({ question, answers }, index) => {
            const mark = result.answers[index]
            const isRight = mark !== undefined && mark.given === mark.right
            return (
              <li key={question} className="grid gap-1">
                <p className="font-medium">{question}</p>
                {!isRight && (
                  <p className="flex gap-3">
                    <CircleX aria-hidden="true" className="mt-1 size-5 shrink-0 text-clay" />
                    <span>
                      {mark?.right === null ? "Your answer, which is wrong" : "Your answer"}:{" "}
                      {answers[mark?.given ?? -1] ?? "none"}
                    </span>
                  </p>
                )}
                {mark && mark.right !== null && (
                  <p className="flex gap-3">
                    <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-leaf" />
                    <span>
                      {isRight ? "Your answer, which is right" : "The right answer"}: {answers[mark.right]}
                    </span>
                  </p>
                )}
                {mark?.because && <p className="text-ink-soft">{mark.because}</p>}
              </li>
            )
          })}
        </ol>
        {!result.isPassed && (
          <Button
            className="justify-self-start"
            onClick={() => {
              setGiven(questions.map(() => null))
              show(null)
            }}
          >
            Try again
          </Button>
        )}
      </div>
    )
  }
  const missing = given.filter((choice) => choice === null).length
  return (
    <form
      ref={keep}
      tabIndex={-1}
      aria-label="Questions"
      className="grid max-w-measure gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate()
      }}
    >
      {questions.map(({ question, answers }, index) => (
        <fieldset key={question} className="grid gap-2">
          <legend className="mb-2 text-lg font-medium">
            {index + 1}. {question}
          </legend>
          {answers.map((text, choice) => (
            <label
              key={text}
              className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 has-checked:border-indigo has-checked:bg-indigo-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
            >
              <input
                type="radio"
                name={`question-${index}`}
                checked={given[index] === choice}
                onChange={() => {
                  const next = given.map((old, at) => (at === index ? choice : old))
                  setGiven(next)
                  onGiven(next)
                }}
                className="size-5 shrink-0 accent-indigo"
              />
              {text}
            </label>
          ))}
        </fieldset>
      ))}
      <Button type="submit" size="large" disabled={missing > 0} busy={answer.isPending} className="justify-self-start">
        {missing > 0 ? `${missing} to answer` : "Check my answers"}
      </Button>
    </form>
  )
}
