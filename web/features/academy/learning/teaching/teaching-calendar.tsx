import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { addAnnouncement, addClass, type ClassRepeat, listClasses, mostRepeated } from "#contract/academy/teaching.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { emptySentForm, type SentForm, takeForm } from "#web/ui/form/sent-form.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { AnnouncementList, announcementsKey } from "./announcement-list.tsx"
import { momentOf, PlannedClasses } from "./planned-classes.tsx"

/** Live classes and the cohorts that somebody teaches. */
export const calendarQuery = queryOptions({
  queryKey: ["listClasses"],
  queryFn: async () => (await call(listClasses)).data,
})
const { queryKey } = calendarQuery

/** Where the academy's clock hangs, as people call it. */
const academyPlace = admissionRules.timeZone.split("/").at(-1)

/** The text of a form's field. */
function fieldOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "")
}

/** Live classes with who came, and announcements to a cohort. */
export function TeachingCalendar(): ReactElement {
  const calendar = useQuery(calendarQuery)
  return (
    <Loaded query={calendar} title="The calendar did not load">
      {({ cohorts, classes }) => (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <PlannedClasses classes={classes} cohorts={cohorts} queryKey={queryKey} />
          <NewClass cohorts={cohorts} />
          <NewAnnouncement cohorts={cohorts} />
          <AnnouncementList cohorts={cohorts} />
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

const repeats = [
  { value: "once", label: "Once" },
  { value: "until", label: "Every week until a day" },
  { value: "count", label: "Every week, so many times" },
] as const

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** How a class repeats, as its form says; undefined for once. */
function repeatOf(form: FormData): ClassRepeat | undefined {
  const ends = fieldOf(form, "repeats")
  const days = form.getAll("weekday").map(Number)
  if (ends === "until") return { weekdays: days, until: fieldOf(form, "until") }
  return ends === "count" ? { weekdays: days, count: Number(fieldOf(form, "count")) } : undefined
}

function NewClass({ cohorts }: { cohorts: Cohorts }): ReactElement {
  const [ends, setEnds] = useState<string>("once")
  const { onSubmit, isBusy, message } = useSend((form) => {
    const body = {
      cohortId: fieldOf(form, "cohortId"),
      title: fieldOf(form, "title"),
      startsAt: momentOf(fieldOf(form, "startsAt")),
      minutes: Number(fieldOf(form, "minutes")),
      joinUrl: fieldOf(form, "joinUrl"),
      repeat: repeatOf(form),
    }
    return call(addClass, { body })
  })
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} onReset={() => setEnds("once")} className="grid grid-cols-1">
        <h2 className="mb-4 text-xl">New live class</h2>
        <CohortField cohorts={cohorts} />
        <TextField name="title" label="Title" />
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TextField name="startsAt" label="Begins, your time" type="datetime-local" />
          <TextField name="minutes" label="Minutes" type="number" min={5} max={600} defaultValue={90} />
        </div>
        <SelectField
          name="repeats"
          label="How often"
          choices={repeats}
          onChange={(event) => setEnds(event.target.value)}
        />
        {ends !== "once" && (
          <>
            <fieldset className="mb-4">
              <legend className="mb-1 font-medium">On these days</legend>
              <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
                {weekdays.map((day, index) => (
                  <Checkbox key={day} name="weekday" value={index + 1} label={day} />
                ))}
              </div>
              <p className="mt-1 text-sm text-ink-soft">
                Days and hour are those of {academyPlace} at the first class, all year round.
              </p>
            </fieldset>
            {ends === "until" ? (
              <TextField name="until" label="Last day" type="date" />
            ) : (
              <TextField
                name="count"
                label="How many times"
                type="number"
                min={1}
                max={mostRepeated.classes}
                defaultValue={10}
              />
            )}
          </>
        )}
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
