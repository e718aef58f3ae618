import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  bringBackEdition,
  type EditionText,
  getLessonEdition,
  type LessonEdition,
  listLessonEditions,
  type StaffLesson,
} from "#contract/academy/teaching.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { TextBlocks } from "#web/features/academy/learning/text-blocks.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { modulesKey } from "./lesson-outline.tsx"

interface LessonHistoryProps {
  lesson: StaffLesson
  onBroughtBack: () => void
}

/** The versions in which learners had a lesson: who changed it when, what is different now, and the way back. */
export function LessonHistory({ lesson, onBroughtBack }: LessonHistoryProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="rounded-card border border-line p-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium">Versions of this lesson</summary>
      {isOpen && <Versions lesson={lesson} onBroughtBack={onBroughtBack} />}
    </details>
  )
}

function Versions({ lesson, onBroughtBack }: LessonHistoryProps): ReactElement {
  const { id: lessonId, version } = lesson
  const [read, setRead] = useState<number>()
  const editions = useQuery({
    // What somebody else saved meanwhile has another version.
    queryKey: ["listLessonEditions", lessonId, version],
    queryFn: async () => (await call(listLessonEditions, { params: { lessonId } })).data,
  })
  return (
    <Loaded query={editions} title="The versions did not load">
      {(all) => (
        <div className="mt-4 grid gap-4">
          <p className="text-ink-soft">
            Learners keep the version that they began. Each change of what they read, answer or hand in makes a new one.
          </p>
          <ol aria-label="Versions, newest first" className="grid divide-y divide-line rounded-card border border-line">
            {all.map((edition, index) => (
              <li key={edition.edition} className="flex flex-wrap items-center gap-3 px-3 py-2">
                <div className="min-w-0 grow">
                  <p className="font-medium">
                    Version {edition.edition}
                    {index === 0 && ", the newest"}
                  </p>
                  <p className="text-sm wrap-anywhere text-ink-soft">{whoAndWhen(edition)}</p>
                </div>
                {index > 0 && (
                  <Button
                    variant="secondary"
                    aria-expanded={read === edition.edition}
                    onClick={() => setRead(read === edition.edition ? undefined : edition.edition)}
                  >
                    {read === edition.edition ? "Close" : "Look at"} version {edition.edition}
                  </Button>
                )}
              </li>
            ))}
          </ol>
          {read !== undefined && <Earlier key={read} lesson={lesson} edition={read} onBroughtBack={onBroughtBack} />}
        </div>
      )}
    </Loaded>
  )
}

function whoAndWhen({ changedBy, changedAt, people }: LessonEdition): string {
  const learners = people === 1 ? "1 learner goes by it" : `${people} learners go by it`
  return `${formatZonedMoment(changedAt)}${changedBy && ` by ${changedBy}`}. ${people === 0 ? "No learner goes by it" : learners}.`
}

interface EarlierProps extends LessonHistoryProps {
  edition: number
}

function Earlier({ lesson, edition, onBroughtBack }: EarlierProps): ReactElement {
  const { id: lessonId, version } = lesson
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const text = useLessonEdition(lessonId, edition)
  const bringBack = useMutation({
    mutationFn: () => call(bringBackEdition, { params: { lessonId }, body: { edition, version } }),
    onSuccess: async () => {
      notify.success("The earlier version is the newest again.")
      await queries.invalidateQueries({ queryKey: modulesKey })
      onBroughtBack()
    },
    onError: () => queries.invalidateQueries({ queryKey: modulesKey }),
  })
  return (
    <Loaded query={text} title="The version did not load">
      {(earlier) => {
        const [before, after] = [linesOf(earlier), linesOf(lesson)]
        const { gone, added } = differences(before, after)
        const isSame = before.join("\n") === after.join("\n")
        return (
          <section aria-label={`Version ${edition}`} className="grid gap-4">
            <div className="grid gap-6 lg:grid-cols-2">
              <EditionView edition={earlier} />
              <div className="grid min-w-0 content-start gap-2">
                <h3 className="font-medium">What is different now</h3>
                {gone.length + added.length === 0 && (
                  <p className="text-ink-soft">
                    {isSame ? "Nothing: it says the same." : "The same lines, in another order or more often."}
                  </p>
                )}
                <ul className="grid gap-1 text-sm">
                  {gone.map((line) => (
                    <li key={`- ${line}`} className="rounded-control bg-clay-wash px-2 py-1 wrap-anywhere">
                      <span aria-hidden="true">− </span>
                      <del className="no-underline">
                        <span className="sr-only">Gone: </span>
                        {line}
                      </del>
                    </li>
                  ))}
                  {added.map((line) => (
                    <li key={`+ ${line}`} className="rounded-control bg-leaf-wash px-2 py-1 wrap-anywhere">
                      <span aria-hidden="true">+ </span>
                      <ins className="no-underline">
                        <span className="sr-only">New: </span>
                        {line}
                      </ins>
                    </li>
                  ))}
                </ul>
              </div>
            </div>
            <Button className="justify-self-start" onClick={() => setAsking(true)}>
              Bring version {edition} back
            </Button>
            {isAsking && (
              <FormDialog
                title={`Bring version ${edition} back?`}
                description="It becomes the newest version, for learners who have not begun this lesson. All versions stay in this list."
                button="Bring it back"
                isBusy={bringBack.isPending}
                onSend={() => bringBack.mutate(undefined, { onSuccess: () => setAsking(false) })}
                onClose={() => setAsking(false)}
              >
                <FormTrouble message={bringBack.error ? messageOf(bringBack.error, noAnswerMessage) : undefined} />
              </FormDialog>
            )}
          </section>
        )
      }}
    </Loaded>
  )
}

/** A lesson as it is or was in an edition. Earlier ones never change. */
export function useLessonEdition(lessonId: string, edition: number) {
  return useQuery({
    queryKey: ["getLessonEdition", lessonId, edition],
    queryFn: async () => (await call(getLessonEdition, { params: { lessonId, edition: String(edition) } })).data,
  })
}

/** What an edition says: its text, its questions with what is right, and what comes with it. */
export function EditionView({ edition }: { edition: EditionText }): ReactElement {
  const { title, blocks, questions, files, videoUrl } = edition
  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="text-lg wrap-anywhere">{title}</h3>
      {blocks.length > 0 && <TextBlocks blocks={blocks} />}
      {questions.length > 0 && (
        <ol className="grid list-decimal gap-2 pl-5">
          {questions.map(({ question, answers, right }) => (
            <li key={question}>
              {question} <span className="text-ink-soft">Right: {answers[right]}</span>
            </li>
          ))}
        </ol>
      )}
      {videoUrl !== "" && <p className="wrap-anywhere">Video: {videoUrl}</p>}
      {files.map(({ fileId, title: name }) => (
        <p key={fileId}>File: {name}</p>
      ))}
    </div>
  )
}

type Words = Pick<EditionText, "title" | "body" | "questions" | "accepts" | "videoUrl" | "files">

function linesOf({ title, body, questions, accepts, videoUrl, files }: Words): string[] {
  const asked = questions.map(
    ({ question, answers, right, because }) =>
      `${question} ${answers.join(" / ")} Right: ${answers[right]}. ${because}`,
  )
  const rest = [
    `Handed in as: ${accepts.join(", ")}`,
    `Video: ${videoUrl}`,
    ...files.map((file) => `File: ${file.title}`),
  ]
  return [title, ...body.split("\n"), ...asked, ...rest].map((line) => line.trim()).filter((line) => line !== "")
}

/** Lines that only one of two texts has, each once. */
function differences(before: readonly string[], after: readonly string[]): { gone: string[]; added: string[] } {
  const only = (lines: readonly string[], others: ReadonlySet<string>) =>
    [...new Set(lines)].filter((line) => !others.has(line))
  return { gone: only(before, new Set(after)), added: only(after, new Set(before)) }
}
