import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { claimSubmission, type HandedIn, listHandedIn, markSubmission } from "#contract/academy/teaching.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { EditionView, useLessonEdition } from "./lesson-history.tsx"
import { askAgainMs, QueueList, queueKey } from "./queue-list.tsx"

const queryKey = [...queueKey, "tasks"]

/** Tasks that wait for an answer, oldest first. */
export function MarkingList(): ReactElement {
  const waiting = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => call(listHandedIn, { query: { after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: askAgainMs,
  })
  return (
    <QueueList
      query={waiting}
      title="The tasks did not load"
      empty={{ title: "Nothing to mark", text: "Every task has been answered." }}
      line={(submission) => <Marking submission={submission} />}
    />
  )
}

function Marking({ submission }: { submission: HandedIn }): ReactElement {
  const queries = useQueryClient()
  const [comment, setComment] = useState("")
  const mark = useMutation({
    mutationFn: (state: "accepted" | "again") =>
      call(markSubmission, { params: { submissionId: submission.id }, body: { state, comment } }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return queries.invalidateQueries({ queryKey: queueKey })
    },
  })
  const claim = useMutation({
    mutationFn: async () => (await call(claimSubmission, { params: { submissionId: submission.id } })).data.claimedBy,
  })
  const markedBy = claim.data || submission.claimedBy
  const { learner, lessonTitle, cohortName, createdAt, text, link, files } = submission
  return (
    <Card
      className="grid gap-4"
      onFocus={() => {
        // Once for each visit: whoever reads on for longer is told again by the list.
        if (claim.isIdle) claim.mutate()
      }}
    >
      {markedBy !== "" && (
        <p role="status" className="rounded-card bg-amber-wash p-4">
          {markedBy} marks this task just now. Of two answers the first counts.
        </p>
      )}
      <div>
        <h2 className="text-xl">
          {learner}: {lessonTitle}
        </h2>
        <p className="text-ink-soft">
          {cohortName} · {formatZonedMoment(createdAt)}
        </p>
      </div>
      <TaskWords submission={submission} />
      {text !== "" && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {link !== "" && (
        <a href={link} target="_blank" rel="noreferrer" className="text-indigo underline wrap-anywhere">
          {link}
        </a>
      )}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {files.map(({ fileId, url, bucketId }, index) => (
            <li key={fileId}>
              <a href={url} target="_blank" rel="noreferrer" className="text-indigo underline">
                {bucketId === "images" ? (
                  <img
                    src={url}
                    alt={`Handed in, number ${index + 1}`}
                    className="h-40 rounded-control border border-line"
                  />
                ) : (
                  `Document ${index + 1}`
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
      <Earlier tries={submission.earlier} />
      <TextareaField
        label="Comment"
        optional
        value={comment}
        maxLength={5_000}
        onChange={(event) => setComment(event.target.value)}
      />
      <FormTrouble message={mark.error ? messageOf(mark.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button busy={mark.isPending} onClick={() => mark.mutate("accepted")}>
          Accept
        </Button>
        <Button
          variant="secondary"
          busy={mark.isPending}
          disabled={comment.trim() === ""}
          onClick={() => mark.mutate("again")}
        >
          Give back with the comment
        </Button>
      </div>
    </Card>
  )
}

/** The task in the words by which it was done, which may not be the newest. */
function TaskWords({ submission }: { submission: HandedIn }): ReactElement {
  const { edition, newestEdition } = submission
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="rounded-card border border-line p-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium">
        {edition === newestEdition
          ? "The task"
          : `The task as it was in version ${edition}, by which this was done; it is version ${newestEdition} now`}
      </summary>
      {isOpen && <AskedWords submission={submission} />}
    </details>
  )
}

function AskedWords({ submission }: { submission: HandedIn }): ReactElement {
  const asked = useLessonEdition(submission.lessonId, submission.edition)
  return (
    <div className="mt-3">
      <Loaded query={asked} title="The task did not load">
        {(edition) => <EditionView edition={edition} />}
      </Loaded>
    </div>
  )
}

/** What came back before, so that the answer goes on from the last one. */
function Earlier({ tries }: { tries: HandedIn["earlier"] }): ReactElement | null {
  if (tries.length === 0) return null
  return (
    <details className="rounded-card border border-line p-4">
      <summary className="cursor-pointer font-medium">
        {tries.length === 1 ? "Handed in once before" : `Handed in ${tries.length} times before`}
      </summary>
      <ol className="mt-3 grid gap-4">
        {tries.map(({ id, createdAt, text, link, files, comment }) => (
          <li key={id} className="grid gap-1">
            <p className="text-sm text-ink-soft">
              {formatZonedMoment(createdAt)}
              {files > 0 && (files === 1 ? ", with 1 file" : `, with ${files} files`)}
            </p>
            {text !== "" && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
            {link !== "" && <p className="wrap-anywhere">{link}</p>}
            {comment !== "" && <p className="wrap-anywhere">Our answer: {comment}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}
