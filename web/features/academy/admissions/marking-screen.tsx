import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { Link, useNavigate, useParams } from "react-router"
import {
  claimAssessment,
  getMarkSheet,
  listToMark,
  listToMarkCsv,
  MarkingFilters,
  type MarkSheet,
  markAssessment,
} from "#contract/academy/marking-admin.ts"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { useAdmin, useAdminChange, useAdminList } from "./admin-call.ts"
import { ProgramFilter } from "./program-filter.tsx"

type Answered = MarkSheet["questions"][number]

/** Assessments that wait for marks, those handed in first on top. */
export function MarkingScreen(): ReactElement {
  const { values, query, set } = useFilters(MarkingFilters)
  const { data, error, refetch } = useAdminList(["marking", query], async (signal) => {
    return (await call(listToMark, { query: values, signal })).data
  })
  return (
    <div className="grid gap-6">
      <ListHead title="Marking" csvPath={listToMarkCsv.path} query={query} />
      <div className="max-w-md">
        <ProgramFilter value={values.program} onChange={(next) => set("program", next)} />
      </div>
      {error ? (
        <NotLoaded title="The assessments did not load" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-60" />
      ) : data.length === 0 ? (
        <EmptyState
          title="Nothing waits for marks"
          text="Choices are marked by themselves; words and drawings come here."
        />
      ) : (
        <ul className="grid divide-y divide-line border-y border-line">
          {data.map(({ id, name, email, program, submittedAt, attempt, claimedBy }) => (
            <li key={id}>
              <Link to={`/operator/admissions/marking/${id}`} className="grid gap-1 px-2 py-4 hover:bg-surface">
                <span className="font-medium">{name}</span>
                <span className="text-sm text-ink-soft">
                  {email}. {program}, try {attempt}, handed in {formatZonedMoment(submittedAt)}
                </span>
                {claimedBy !== "" && <span className="text-sm">{claimedBy} marks it just now.</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** One assessment: what was asked, what was answered, and the points. */
export function MarkSheetScreen(): ReactElement {
  const { id = "" } = useParams()
  const { data, error, refetch } = useAdmin(["sheet", id], async (signal) => {
    return (await call(getMarkSheet, { params: { id }, signal })).data
  })
  const { data: before, mutate: claim } = useMutation({
    mutationFn: async (sheetId: string) => (await call(claimAssessment, { params: { id: sheetId } })).data.claimedBy,
  })
  const open = data && !data.isMarked ? data.id : undefined
  useEffect(() => {
    if (open !== undefined) claim(open)
  }, [open, claim])
  if (error) {
    return <NotLoaded title="This assessment did not load" error={error} onRetry={refetch} />
  }
  if (!data) return <Skeleton className="h-80" />
  return <Drawer key={data.id} sheet={data} markedBy={data.isMarked ? "" : before || data.claimedBy} />
}

function Drawer({ sheet, markedBy }: { sheet: MarkSheet; markedBy: string }): ReactElement {
  const navigate = useNavigate()
  const open = sheet.questions.filter(({ guide }) => guide !== "")
  const [marks, setMarks] = useState<Record<string, { points: string; comment: string }>>(() =>
    Object.fromEntries(
      open.map(({ id, given, comment }) => [id, { points: given === null ? "" : String(given), comment }]),
    ),
  )
  const save = useAdminChange(() =>
    call(markAssessment, {
      params: { id: sheet.id },
      body: {
        marks: Object.entries(marks)
          .filter(([, { points }]) => points !== "")
          .map(([questionId, { points, comment }]) => ({ questionId, points: Number(points), comment })),
      },
    }),
  )
  const goOn = (): void => void navigate(`/operator/admissions/applications/${sheet.applicationId}`)
  const isComplete = open.every(({ id }) => marks[id]?.points !== "")
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-3">
        <TextLink to={`/operator/admissions/applications/${sheet.applicationId}`}>The application</TextLink>
        <h1 className="text-3xl">Assessment, try {sheet.attempt}</h1>
        <p className="text-ink-soft">
          Handed in {formatZonedMoment(sheet.submittedAt)}.{" "}
          {sheet.isMarked ? `Marked: ${sheet.points} of ${sheet.maxPoints} points.` : "Not marked yet."}
        </p>
      </div>
      {markedBy !== "" && (
        <p role="status" className="rounded-card bg-amber-wash p-4">
          {markedBy} marks this assessment just now. Of two sets of marks the first counts.
        </p>
      )}
      {sheet.questions.map((question, index) => (
        <AnsweredCard
          key={question.id}
          question={question}
          number={index + 1}
          isFinal={sheet.isMarked}
          mark={marks[question.id]}
          onMark={(mark) => setMarks({ ...marks, [question.id]: mark })}
        />
      ))}
      <FormTrouble message={save.refusal} />
      {!sheet.isMarked && (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            size="large"
            busy={save.isPending}
            disabled={!isComplete}
            onClick={() => save.mutate(undefined, { onSuccess: goOn })}
          >
            Save the marks
          </Button>
          <p className="text-ink-soft">
            {isComplete ? "The applicant gets the result by mail." : "Give points to every answer first."}
          </p>
        </div>
      )}
    </div>
  )
}

interface AnsweredProps {
  question: Answered
  number: number
  isFinal: boolean
  mark: { points: string; comment: string } | undefined
  onMark: (mark: { points: string; comment: string }) => void
}

function AnsweredCard({ question, number, isFinal, mark, onMark }: AnsweredProps): ReactElement {
  const { text, guide, given, points, comment } = question
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="max-w-measure text-lg">
          {number}. {text}
        </h2>
        <Badge tone={given === null ? "amber" : "neutral"}>
          {given === null ? "To mark" : `${given} of ${points}`}
        </Badge>
      </div>
      <Given question={question} />
      {guide && <p className="rounded-card bg-ochre-wash p-4 text-sm">What to look for: {guide}</p>}
      {guide && isFinal && comment && <p className="text-sm">{comment}</p>}
      {guide && !isFinal && mark && (
        <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
          <SelectField
            label={`Points for ${number}`}
            placeholder="Choose"
            value={mark.points}
            onChange={(event) => onMark({ ...mark, points: event.target.value })}
            choices={Array.from({ length: points + 1 }, (_, value) => ({ value: String(value), label: String(value) }))}
          />
          <TextareaField
            label={`Comment on ${number}`}
            optional
            rows={2}
            value={mark.comment}
            onChange={(event) => onMark({ ...mark, comment: event.target.value })}
          />
        </div>
      )}
    </Card>
  )
}

function Given({ question }: { question: Answered }): ReactElement {
  const { kind, value, choices, right } = question
  if (kind === "text") return <p className="whitespace-pre-wrap">{String(value) || "No answer."}</p>
  if (kind === "file") {
    return value === "" ? (
      <p>No picture.</p>
    ) : (
      <a href={viewPath(imagesBucketId, String(value), projectId)} target="_blank" rel="noopener">
        <img
          src={viewPath(imagesBucketId, String(value), projectId)}
          alt="What the applicant uploaded; opens in a new tab"
          className="max-h-96 rounded-card border border-line"
        />
      </a>
    )
  }
  const chosen = Array.isArray(value) ? value : [value]
  return (
    <ul className="grid gap-1">
      {choices.map(({ id, text }) => (
        <li key={id} className={chosen.includes(id) ? "font-medium" : "text-ink-soft"}>
          {chosen.includes(id) ? "Chosen: " : ""}
          {text}
          {right.includes(id) && <span className="text-leaf"> (right)</span>}
        </li>
      ))}
    </ul>
  )
}
