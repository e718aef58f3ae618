import { type FormEvent, type ReactElement, useState } from "react"
import { Link } from "react-router"
import { programCards } from "#contract/catalogue/programs.ts"
import {
  closeSlot,
  listSlots,
  listSlotsCsv,
  openSlots,
  type Slot,
  SlotFilters,
} from "#contract/product/admissions-office.ts"
import { ListHead } from "#web/content/list-head.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { useFilters } from "#web/lib/use-filters.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { SelectField } from "#web/ui/select-field.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { NoteDialog } from "./note-dialog.tsx"
import { useOffice, useOfficeAct, useOfficeChange } from "./office-call.ts"
import { ProgramFilter } from "./program-filter.tsx"
import { zoneChoices } from "./slot-days.ts"

const states = [
  { value: "free", label: "Free" },
  { value: "booked", label: "Booked" },
  { value: "held", label: "Held" },
  { value: "missed", label: "Missed" },
]

/** Times for interviews: opened here, booked by applicants. */
export function SlotsScreen(): ReactElement {
  const { values, query, set } = useFilters(SlotFilters)
  const { data, error, refetch } = useOffice(["slots", query], async (signal) => {
    return (await call(listSlots, { query: values, signal })).data
  })
  return (
    <div className="grid gap-8">
      <ListHead title="Interview times" csvPath={listSlotsCsv.path} query={query} />
      <div className="grid max-w-3xl gap-x-4 sm:grid-cols-2">
        <ProgramFilter value={values.program} onChange={(next) => set("program", next)} />
        <SelectField
          label="State"
          optional
          placeholder="Every state"
          choices={states}
          value={values.state ?? ""}
          onChange={(event) => set("state", event.target.value)}
        />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <OpenForm />
        {error ? (
          <ErrorState
            title="The times did not load"
            text={messageOf(error, noAnswerMessage)}
            action={<Button onClick={() => refetch()}>Try again</Button>}
          />
        ) : !data ? (
          <Skeleton className="h-80" />
        ) : data.length === 0 ? (
          <EmptyState
            title={query === "" ? "No times yet" : "No such times"}
            text={query === "" ? "Open some, so that applicants can book." : "Take a filter away to see the others."}
          />
        ) : (
          <ul className="grid divide-y divide-line border-y border-line">
            {data.map((slot) => (
              <SlotRow key={slot.id} slot={slot} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function OpenForm(): ReactElement {
  const [form, setForm] = useState({
    day: "",
    times: "10:00, 11:00",
    timeZone: ownZone,
    minutes: "30",
    place: "",
    program: "",
    reason: "",
  })
  const set = (name: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value })
  const open = useOfficeChange(() =>
    call(openSlots, {
      body: {
        ...form,
        times: form.times.split(/[\s,;]+/).filter(Boolean),
        minutes: Number(form.minutes),
        program: form.program || null,
      },
    }),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    open.mutate(undefined)
  }
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-4">
        <h2 className="text-xl">Open times</h2>
        <TextField label="Day" type="date" required value={form.day} onChange={set("day")} />
        <TextField
          label="Times"
          hint="On the clock of the zone below, with commas between"
          required
          value={form.times}
          onChange={set("times")}
        />
        <SelectField
          label="Time zone"
          value={form.timeZone}
          onChange={set("timeZone")}
          choices={zoneChoices(ownZone)}
        />
        <TextField
          label="Minutes"
          type="number"
          min={10}
          max={180}
          required
          value={form.minutes}
          onChange={set("minutes")}
        />
        <TextField label="Link of the call, or a phone number" required value={form.place} onChange={set("place")} />
        <SelectField
          label="Program"
          value={form.program}
          onChange={set("program")}
          choices={[
            { value: "", label: "Every program" },
            ...programCards.filter(({ disabled }) => !disabled).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
        <TextField
          label="Reason"
          hint="Kept in the log."
          required
          value={form.reason}
          onChange={set("reason")}
          autoComplete="off"
        />
        <Button type="submit" className="justify-self-start" busy={open.isPending}>
          Open
        </Button>
      </form>
    </Card>
  )
}

function SlotRow({ slot }: { slot: Slot }): ReactElement {
  const { id, words, minutes, place, status, applicationId, name } = slot
  const change = useOfficeAct()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="grid min-w-0">
        <span className="font-medium">{words}</span>
        <span className="text-sm break-words text-ink-soft">
          {minutes} minutes. {place}
        </span>
      </div>
      {applicationId ? (
        <Link
          to={`/operator/admissions/applications/${applicationId}`}
          className="flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          {name} ({status})
        </Link>
      ) : (
        <NoteDialog
          label="Take back"
          title="Take this time back?"
          text={`${words}. Nobody can book it then.`}
          hasNote={false}
          onConfirm={({ reason }) => change(() => call(closeSlot, { params: { id }, body: { reason } }))}
        />
      )}
    </li>
  )
}
