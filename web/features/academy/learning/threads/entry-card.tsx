import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Check, Ellipsis, EyeOff, Flag, Pencil, Trash } from "lucide-react"
import { type ReactElement, useState } from "react"
import {
  acceptAnswer,
  changeEntry,
  deleteEntry,
  discussionDeletedDays,
  type Entry,
  type ThreadPage,
} from "#contract/academy/discussions.ts"
import { ComposeForm } from "#web/features/academy/learning/discussion/compose-form.tsx"
import { HideDialog } from "#web/features/academy/learning/discussion/hide-dialog.tsx"
import { ReportDialog } from "#web/features/academy/learning/discussion/report-dialog.tsx"
import { authorWords } from "#web/features/academy/learning/discussion/thread-rows.tsx"
import { TextBlocks } from "#web/features/academy/learning/text-blocks.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

type Asked = "edit" | "delete" | "report" | "hide"

interface EntryCardProps {
  entry: Entry
  page: ThreadPage
  /** Of several with the same author: what a screen reader names its menu by. */
  number: number
}

/** What somebody wrote, and what the reader may do about it. */
export function EntryCard({ entry, page, number }: EntryCardProps): ReactElement {
  const [asked, setAsked] = useState<Asked>()
  const queries = useQueryClient()
  const { id, author, blocks, pictures, createdAt, editedAt, deletedBy, isAccepted } = entry
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.discussions })
  const accept = useMutation({
    mutationFn: () =>
      call(acceptAnswer, { params: { threadId: page.thread.id }, body: { entryId: isAccepted ? null : id } }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return refresh()
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const isGone = deletedBy !== ""
  const isAnswer = id !== page.thread.id
  const items = [
    ...(entry.mayEdit ? [{ label: "Change", Icon: Pencil, onPick: () => setAsked("edit") }] : []),
    ...(entry.mayDelete ? [{ label: "Delete", Icon: Trash, isDanger: true, onPick: () => setAsked("delete") }] : []),
    ...(author.isMe || isGone ? [] : [{ label: "Report", Icon: Flag, onPick: () => setAsked("report") }]),
    ...(page.mayModerate && !isGone
      ? [{ label: "Hide", Icon: EyeOff, isDanger: true, onPick: () => setAsked("hide") }]
      : []),
  ]
  const close = (): void => setAsked(undefined)
  return (
    <Card className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{authorWords(author)}</span>
          <span className="block text-sm text-ink-soft">
            {formatZonedMoment(createdAt)}
            {editedAt !== "" && ", changed"}
          </span>
        </p>
        <div className="flex shrink-0 items-center gap-2">
          {isAccepted && (
            <Badge tone="leaf">
              <Check aria-hidden="true" className="size-4" /> Helped
            </Badge>
          )}
          {items.length > 0 && (
            <Menu
              trigger={
                <Button variant="quiet" size="icon" aria-label={`More for entry ${number} by ${authorWords(author)}`}>
                  <Ellipsis aria-hidden="true" />
                </Button>
              }
              groups={[items]}
            />
          )}
        </div>
      </div>
      {isGone && (
        <p className="text-ink-soft italic">{deletedBy === "teacher" ? "A teacher hid this." : "This was deleted."}</p>
      )}
      {asked === "edit" ? (
        <ComposeForm
          label="Your words"
          button="Save"
          before={entry.text}
          people={page.people}
          onCancel={close}
          onSend={async ({ text }) => {
            const { message } = await call(changeEntry, {
              params: { entryId: id },
              body: { text, version: entry.version },
            })
            notify.success(message)
            close()
            await refresh()
          }}
        />
      ) : (
        <>
          {blocks.length > 0 && <TextBlocks blocks={blocks} />}
          {pictures.length > 0 && (
            <div className="grid gap-3 sm:grid-cols-2">
              {pictures.map(({ url }, index) => (
                <a key={url} href={url} target="_blank" rel="noreferrer">
                  <img
                    src={url}
                    alt={`${index + 1} of ${pictures.length} by ${authorWords(author)}`}
                    loading="lazy"
                    className="max-h-96 w-full rounded-control object-contain"
                  />
                </a>
              ))}
            </div>
          )}
        </>
      )}
      {isAnswer && !isGone && page.mayAccept && (
        <div>
          <Button variant="secondary" busy={accept.isPending} onClick={() => accept.mutate()}>
            {isAccepted ? "Take the mark off" : "This helped"}
          </Button>
        </div>
      )}
      {asked === "report" && <ReportDialog entryId={id} onClose={close} />}
      {asked === "hide" && <HideDialog entryId={id} what="hide" onClose={close} />}
      {asked === "delete" && <DeleteDialog entryId={id} onDone={refresh} onClose={close} />}
    </Card>
  )
}

interface DeleteDialogProps {
  entryId: string
  onDone: () => Promise<unknown>
  onClose: () => void
}

function DeleteDialog({ entryId, onDone, onClose }: DeleteDialogProps): ReactElement {
  const remove = useMutation({
    mutationFn: () => call(deleteEntry, { params: { entryId } }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title="Delete what you wrote?"
      description={`Your cohort no longer sees it; answers of others stay. Those who teach see it for ${discussionDeletedDays} days.`}
      button="Delete"
      isDanger
      isBusy={remove.isPending}
      onSend={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormTrouble message={remove.error ? messageOf(remove.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
