import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  changeAnnouncement,
  listAnnouncements,
  removeAnnouncement,
  type StaffAnnouncement,
} from "#contract/academy/teaching.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

export const announcementsKey = ["listAnnouncements"]

type Asked = { what: "change" | "remove"; announcement: StaffAnnouncement }

/** What cohorts were told, to be changed or taken back. */
export function AnnouncementList({ cohorts }: { cohorts: readonly { id: string; name: string }[] }): ReactElement {
  const [asked, setAsked] = useState<Asked>()
  const told = useQuery({
    queryKey: announcementsKey,
    queryFn: async () => (await call(listAnnouncements)).data,
  })
  const close = (): void => setAsked(undefined)
  return (
    <Card className="grid content-start gap-4 lg:col-span-2">
      <h2 className="text-xl">Announcements</h2>
      <Loaded query={told} title="The announcements did not load">
        {(data) =>
          data.length === 0 ? (
            <p className="text-ink-soft">No cohort was told anything yet.</p>
          ) : (
            <ul aria-label="Announcements" className="grid divide-y divide-line">
              {data.map((announcement) => {
                const { id, title, cohortId, createdAt, editedAt } = announcement
                return (
                  <li key={id} className="flex flex-wrap items-center gap-3 py-3">
                    <div className="min-w-0 grow wrap-anywhere">
                      <p className="font-medium">{title}</p>
                      <p className="text-sm text-ink-soft">
                        {cohorts.find((cohort) => cohort.id === cohortId)?.name} · {formatZonedMoment(createdAt)}
                        {editedAt !== "" && `, changed ${formatZonedMoment(editedAt)}`}
                      </p>
                    </div>
                    <Button
                      variant="secondary"
                      aria-label={`Change ${title}`}
                      onClick={() => setAsked({ what: "change", announcement })}
                    >
                      Change
                    </Button>
                    <Button
                      variant="quiet"
                      aria-label={`Take back ${title}`}
                      onClick={() => setAsked({ what: "remove", announcement })}
                    >
                      Take back
                    </Button>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
      {asked?.what === "change" && <Change announcement={asked.announcement} onClose={close} />}
      {asked?.what === "remove" && <TakeBack announcement={asked.announcement} onClose={close} />}
    </Card>
  )
}

interface DialogProps {
  announcement: StaffAnnouncement
  onClose: () => void
}

function useAct(act: (form: FormData) => Promise<string>) {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: announcementsKey })
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (message) => {
      notify.success(message)
      return readAgain()
    },
    onError: (error) => (error instanceof ApiError ? readAgain() : undefined),
  })
  return { ...mutation, refusal: mutation.error ? messageOf(mutation.error, noAnswerMessage) : undefined }
}

function Change({ announcement, onClose }: DialogProps): ReactElement {
  const { id: announcementId, title, body, version } = announcement
  const change = useAct(async (form) => {
    const text = { title: String(form.get("title")), body: String(form.get("body")) }
    return (await call(changeAnnouncement, { params: { announcementId }, body: { ...text, version } })).message
  })
  return (
    <FormDialog
      title="Change the announcement"
      description="Learners of the cohort see it as it is then."
      button="Save"
      isBusy={change.isPending}
      onSend={(form) => change.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField name="title" label="Title" defaultValue={title} />
      <TextareaField name="body" label="Text (Markdown)" rows={6} defaultValue={body} />
      <FormTrouble message={change.refusal} />
    </FormDialog>
  )
}

function TakeBack({ announcement, onClose }: DialogProps): ReactElement {
  const remove = useAct(async () => {
    await call(removeAnnouncement, { params: { announcementId: announcement.id } })
    return "The announcement is taken back."
  })
  return (
    <FormDialog
      title={`Take back “${announcement.title}”?`}
      description="Learners of the cohort see it no more. Who has read it has read it; its words stay in the log."
      button="Take it back"
      isDanger
      isBusy={remove.isPending}
      onSend={(form) => remove.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormTrouble message={remove.refusal} />
    </FormDialog>
  )
}
