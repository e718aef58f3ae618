import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Paperclip, X } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { z } from "zod"
import { type HandedInFile, handInTask, type Lesson, type Submission } from "#contract/academy/learning.ts"
import { handInLimits } from "#contract/catalogue/learning.ts"
import { bucketBytes, documentsBucketId, sizeLimitWords } from "#contract/hosted/files.ts"
import { keepForLater } from "#web/content/keep-for-later.ts"
import { isOutOfReach, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"
import { formatDate, formatZonedMoment } from "#web/lib/format/format.ts"
import { isOfLesson, type OutboxEntry, outboxQuery } from "#web/lib/outbox/outbox.ts"
import { acceptedFiles, holdsPictureOrPdf, uploadFile } from "#web/lib/photos/upload-file.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { useDraft } from "./use-draft.ts"
import { useTaskFiles } from "./use-task-files.ts"

interface TaskProps {
  reader: string
  lesson: Lesson
  onSent: () => unknown
}

/** The typed part of a hand-in. */
const Typed = z.object({ text: z.string(), link: z.string() })
type Typed = z.infer<typeof Typed>

/** Handing a task in, and what was said of earlier tries. */
export function Task({ reader, lesson, onSent }: TaskProps): ReactElement {
  const [newest] = lesson.submissions
  const draft = useDraft(reader, lesson.id, Typed)
  const waiting = useQuery(outboxQuery(reader)).data?.find((entry) => isOfLesson(entry, lesson.id))
  const mayHandIn = newest?.state !== "handed_in" && newest?.state !== "accepted" && !lesson.isHandInOver
  return (
    <div className="grid max-w-measure gap-6">
      {lesson.isHandInOver && newest === undefined && (
        <p className="rounded-card bg-amber-wash p-4">
          The last day to hand this in was {formatDate(lesson.dueOn)}.{" "}
          <TextLink to="/contact" className="text-inherit">
            Write to us if you need longer
          </TextLink>
          {draft.before && ". What you typed is kept on this device"}.
        </p>
      )}
      {waiting && <WaitingHandIn reader={reader} entry={waiting} />}
      {mayHandIn && draft.before !== undefined && !waiting && (
        <HandInForm reader={reader} lesson={lesson} before={draft.before} onTyped={draft.keep} onSent={onSent} />
      )}
      {lesson.submissions.length > 0 && (
        <section aria-labelledby="tries" className="grid gap-4">
          <h2 id="tries" className="text-xl">
            What you handed in
          </h2>
          {lesson.submissions.map((submission) => (
            <SubmissionCard key={submission.id} submission={submission} />
          ))}
        </section>
      )}
    </div>
  )
}

const loadLine = async () => (await import("#web/content/outbox/outbox-line.tsx")).OutboxLine

/** In the place of the form while what was handed in waits for the connection. */
function WaitingHandIn({ reader, entry }: { reader: string; entry: OutboxEntry }): ReactElement {
  const { part: OutboxLine, want } = useLazyPart(loadLine)
  useEffect(want, [want])
  return (
    <Card>
      <h2 className="text-xl">Hand in</h2>
      {OutboxLine && <OutboxLine userId={reader} entry={entry} />}
    </Card>
  )
}

const states = {
  handed_in: { tone: "amber", words: "Handed in, waiting for an answer" },
  accepted: { tone: "leaf", words: "Accepted" },
  again: { tone: "clay", words: "Please hand in again" },
} as const

function SubmissionCard({ submission }: { submission: Submission }): ReactElement {
  const { tone, words } = states[submission.state]
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-ink-soft">{formatZonedMoment(submission.createdAt)}</p>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {submission.comment !== "" && (
        <blockquote className="border-l-4 border-indigo pl-4 whitespace-pre-line">{submission.comment}</blockquote>
      )}
      {submission.text !== "" && <p className="wrap-anywhere whitespace-pre-line">{submission.text}</p>}
      {submission.link !== "" && (
        <a href={submission.link} target="_blank" rel="noreferrer" className="text-indigo underline wrap-anywhere">
          {submission.link}
        </a>
      )}
      {submission.files.map(({ fileId, url }, index) => (
        <a key={fileId} href={url} target="_blank" rel="noreferrer" className="text-indigo underline">
          File {index + 1}
        </a>
      ))}
    </Card>
  )
}

interface HandInFormProps extends TaskProps {
  /** What was typed before and not sent. */
  before: Typed | null
  onTyped: (typed: Typed | null) => void
}

/** What stands below the form once it was paused. */
const paused = new Error("Paused. Nothing is handed in yet; press Hand in, and the file goes on from where it was.")

function HandInForm({ reader, lesson, before, onTyped, onSent }: HandInFormProps): ReactElement {
  const takes = (way: Lesson["accepts"][number]) => lesson.accepts.includes(way)
  const [typed, setTyped] = useState<Typed>(before ?? { text: "", link: "" })
  const { text, link } = typed
  const type = (change: Partial<Typed>): void => {
    setTyped({ ...typed, ...change })
    onTyped({ ...typed, ...change })
  }
  const queries = useQueryClient()
  const { files, add, remove, forgetStored } = useTaskFiles(reader, lesson.id)
  const [onItsWay, setOnItsWay] = useState<{ name: string; share: number; isWaiting: boolean }>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const arrived = useRef(new Map<File, HandedInFile>())
  /** What arrived is not sent again when a later file was refused. */
  const upload = async (file: File, signal: AbortSignal): Promise<HandedInFile> => {
    const before = arrived.current.get(file)
    if (before) return before
    const show = (change: { share?: number; isWaiting?: boolean }): void =>
      setOnItsWay((old) => ({ share: 0, isWaiting: false, ...old, ...change, name: file.name }))
    show({ share: 0, isWaiting: false })
    const uploaded = await uploadFile(queries, file, {
      signal,
      onShare: (share) => show({ share }),
      onWaiting: (isWaiting) => show({ isWaiting }),
    }).finally(() => setOnItsWay(undefined))
    arrived.current.set(file, uploaded)
    return uploaded
  }
  const send = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { id: lessonId, title, edition } = lesson
      const line = freshKey()
      const putInLine = (): Promise<boolean> =>
        keepForLater(
          queries,
          reader,
          {
            kind: "hand-in",
            lessonId,
            title,
            edition,
            text,
            link,
            files: files.map(({ file }) => arrived.current.get(file) ?? file),
          },
          line,
        )
      if (!navigator.onLine && (await putInLine())) return null
      stop.current = new AbortController()
      const uploaded = []
      for (const { file } of files) uploaded.push(await upload(file, stop.current.signal))
      const body = { text, link, files: uploaded, edition }
      return call(handInTask, { params: { lessonId }, body, idempotencyKey: line }).catch(async (error: unknown) => {
        // It may have arrived: under the same key it counts once.
        if (isOutOfReach(error) && (await putInLine())) return null
        throw error
      })
    },
    onSuccess: (handedIn) => {
      // What waits is forgotten once it was sent: until then it can be taken back and changed.
      if (handedIn === null) return
      notify.success(handedIn.message)
      onTyped(null)
      forgetStored()
      return onSent()
    },
  })
  const isEmpty = text.trim() === "" && link === "" && files.length === 0
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <h2 className="text-xl">Hand in</h2>
      {/* What is written on while files go up would be neither handed in nor kept. */}
      <fieldset disabled={send.isPending} className="grid min-w-0 gap-4">
        {(takes("photo") || takes("file")) && (
          <Dropzone
            label="Photos or a document"
            hint={`A phone photo, PDF, text, table or slides, up to ${sizeLimitWords(documentsBucketId)} each`}
            accept={acceptedFiles}
            holdsAccepted={holdsPictureOrPdf}
            maxBytes={bucketBytes[documentsBucketId]}
            maxFiles={handInLimits.files}
            disabled={send.isPending}
            onFiles={add}
          />
        )}
        {files.length > 0 && (
          <ul className="grid gap-2">
            {files.map(({ key, file }) => (
              <li key={key} className="flex items-center gap-3 rounded-control border border-line px-3">
                <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
                <span className="min-w-0 grow truncate">{file.name}</span>
                <Button variant="quiet" size="icon" aria-label={`Remove ${file.name}`} onClick={() => remove(key)}>
                  <X aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {takes("text") && (
          <TextareaField
            label="Your words"
            optional={lesson.accepts.length > 1}
            value={text}
            maxLength={handInLimits.textCharacters}
            onChange={(event) => type({ text: event.target.value })}
          />
        )}
        {takes("link") && (
          <TextField
            label="Link"
            optional={lesson.accepts.length > 1}
            type="url"
            inputMode="url"
            hint="To a document that we can open"
            value={link}
            onChange={(event) => type({ link: event.target.value })}
          />
        )}
      </fieldset>
      {onItsWay && (
        <div className="grid gap-2">
          <Progress label={`Sending ${onItsWay.name}`} share={onItsWay.share} />
          {onItsWay.isWaiting && (
            <p role="status" className="text-sm">
              No connection. The file goes on from where it is when the line is back.
            </p>
          )}
        </div>
      )}
      <FormTrouble message={send.error ? messageOf(send.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" disabled={isEmpty} busy={send.isPending}>
          Hand in
        </Button>
        {onItsWay && (
          <Button variant="secondary" size="large" onClick={() => stop.current?.abort(paused)}>
            Pause
          </Button>
        )}
      </div>
    </form>
  )
}
