import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FormEvent, ReactElement } from "react"
import { addAnnouncement, addClass, listClasses, removeClass } from "#contract/academy/teaching.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { emptySentForm, type SentForm, takeForm } from "#web/ui/form/sent-form.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { AnnouncementList, announcementsKey } from "./announcement-list.tsx"

/** Live classes and the cohorts that somebody teaches. */
export const calendarQuery = queryOptions({
  queryKey: ["listClasses"],
  queryFn: async () => (await call(listClasses)).data,
})
const { queryKey } = calendarQuery

/** The text of a form's field. */
function fieldOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "")
}

/** Live classes with who came, and announcements to a cohort. */
export function TeachingCalendar(): ReactElement {
  const queries = useQueryClient()
  const calendar = useQuery(calendarQuery)
  const remove = useMutation({
    mutationFn: (classId: string) => call(removeClass, { params: { classId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <Loaded query={calendar} title="The calendar did not load">
      {({ cohorts, classes }) => (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <NewClass cohorts={cohorts} />
          <NewAnnouncement cohorts={cohorts} />
          <AnnouncementList cohorts={cohorts} />
          <Card className="grid content-start gap-4 lg:col-span-2">
            <h2 className="text-xl">Classes</h2>
            {classes.length === 0 && <p className="text-ink-soft">No class is on the calendar yet.</p>}
            <ul className="grid divide-y divide-line">
              {classes.map(({ id, title, startsAt, minutes, cohortId, attended }) => (
                <li key={id} className="flex flex-wrap items-center gap-3 py-3">
                  <div className="min-w-0 grow">
                    <p className="font-medium">{title}</p>
                    <p className="text-sm text-ink-soft">
                      {cohorts.find((cohort) => cohort.id === cohortId)?.name} · {formatZonedMoment(startsAt)} ·{" "}
                      {minutes} min
                    </p>
                    <p className="text-sm">
                      {attended.length > 0 ? `Came: ${attended.join(", ")}` : "Nobody has come in yet."}
                    </p>
                  </div>
                  <Button variant="quiet" aria-label={`Remove ${title}`} onClick={() => remove.mutate(id)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </Loaded>
  )
}

type Cohorts = readonly { id: string; name: string }[]

function CohortField({ cohorts }: { cohorts: Cohorts }): ReactElement {
  return (
    <SelectField name="cohortId" label="Cohort" choices={cohorts.map(({ id, name }) => ({ value: id, label: name }))} />
  )
}

/** Sends a form and empties it when it was taken, unless the next one is being written by then. */
function useSend(send: (form: FormData) => Promise<{ message: string }>) {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ sent }: SentForm) => send(sent),
    onSuccess: ({ message }, taken) => {
      notify.success(message)
      emptySentForm(taken)
      return Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: announcementsKey }),
      ])
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    mutation.mutate(takeForm(event.currentTarget))
  }
  const message = mutation.error ? messageOf(mutation.error, noAnswerMessage) : undefined
  return { onSubmit, isBusy: mutation.isPending, message }
}

function NewClass({ cohorts }: { cohorts: Cohorts }): ReactElement {
  const { onSubmit, isBusy, message } = useSend((form) => {
    const startsAt = new Date(fieldOf(form, "startsAt"))
    const body = {
      cohortId: fieldOf(form, "cohortId"),
      title: fieldOf(form, "title"),
      startsAt: Number.isNaN(startsAt.getTime()) ? "" : startsAt.toISOString(),
      minutes: Number(fieldOf(form, "minutes")),
      joinUrl: fieldOf(form, "joinUrl"),
    }
    return call(addClass, { body })
  })
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1">
        <h2 className="mb-4 text-xl">New live class</h2>
        <CohortField cohorts={cohorts} />
        <TextField name="title" label="Title" />
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TextField name="startsAt" label="Begins, your time" type="datetime-local" />
          <TextField name="minutes" label="Minutes" type="number" min={5} max={600} defaultValue={90} />
        </div>
        <TextField name="joinUrl" label="Link of the call" type="url" placeholder="https://" />
        <FormTrouble message={message} />
        <Button type="submit" busy={isBusy} className="mt-2 justify-self-start">
          Put it on the calendar
        </Button>
      </form>
    </Card>
  )
}

function NewAnnouncement({ cohorts }: { cohorts: Cohorts }): ReactElement {
  const { onSubmit, isBusy, message } = useSend((form) =>
    call(addAnnouncement, {
      body: { cohortId: fieldOf(form, "cohortId"), title: fieldOf(form, "title"), body: fieldOf(form, "body") },
    }),
  )
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1">
        <h2 className="mb-4 text-xl">New announcement</h2>
        <CohortField cohorts={cohorts} />
        <TextField name="title" label="Title" />
        <TextareaField name="body" label="Text (Markdown)" rows={6} />
        <FormTrouble message={message} />
        <Button type="submit" busy={isBusy} className="mt-2 justify-self-start">
          Announce it
        </Button>
      </form>
    </Card>
  )
}
