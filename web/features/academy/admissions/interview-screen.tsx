import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useMemo, useState } from "react"
import type { InterviewView } from "#contract/academy/admissions.ts"
import {
  bookInterview,
  calendarPath,
  cancelInterview,
  type FreeSlot,
  listFreeSlots,
} from "#contract/academy/interviews.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { daysOf, timeIn, zoneChoices } from "./slot-days.ts"

/** /interview: books, changes and cancels the interview, on the applicant's own clock. */
export function InterviewScreen(): ReactElement {
  const { data: journey, error, refetch } = useQuery(journeyQuery)
  const status = journey?.application?.status
  const isOpen = status === "assessed" || status === "interview_booked"
  return (
    <div className="grid max-w-3xl gap-8">
      <h1 className="text-3xl">Interview</h1>
      {error && !journey ? (
        <NotLoaded title="The interview did not load" error={error} onRetry={refetch} />
      ) : !journey ? (
        <Skeleton className="h-80" />
      ) : isOpen ? (
        <Booking interview={journey.interview} />
      ) : (
        <EmptyState
          title={status === "interviewed" ? "Your interview was held" : "It is not time for the interview"}
          text={status === "interviewed" ? "The decision comes by e-mail." : "It opens when your assessment is marked."}
          action={<LinkButton to="/app">Dashboard</LinkButton>}
        />
      )}
    </div>
  )
}

function Booking({ interview }: { interview: InterviewView | null }): ReactElement {
  const [isChanging, setChanging] = useState(false)
  if (interview && !isChanging) return <Booked interview={interview} onChange={() => setChanging(true)} />
  return <Picker booked={interview} onDone={() => setChanging(false)} />
}

function Booked({ interview, onChange }: { interview: InterviewView; onChange: () => void }): ReactElement {
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(cancelInterview),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await queries.invalidateQueries({ queryKey: queryKeys.journey })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const { words, minutes, place, canChange, startsAt } = interview
  const isOver = Date.parse(startsAt) + minutes * 60_000 < Date.now()
  // Who books within the day before gets no mail a day before.
  const reminders =
    Date.parse(startsAt) - Date.now() > admissionRules.interviewReminderHours.day * 3_600_000
      ? "We remind you a day and an hour before."
      : "We remind you an hour before."
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <p className="text-ink-soft">Your interview, about {minutes} minutes</p>
        <p className="font-display text-2xl font-semibold">{words}</p>
      </div>
      <p>
        Where:{" "}
        {/^https?:\/\//.test(place) ? (
          <a href={place} rel="noreferrer" className="font-medium break-all underline underline-offset-4">
            {place}
          </a>
        ) : (
          <strong className="font-medium">{place}</strong>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={calendarPath} download="interview.ics" className={buttonLook({ variant: "secondary" })}>
          Add to my calendar
        </a>
        <Button variant="secondary" disabled={!canChange} onClick={onChange}>
          Choose another time
        </Button>
        <Button variant="quiet" disabled={!canChange} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
      <p className="text-sm text-ink-soft">
        {canChange
          ? `You can change or cancel until ${admissionRules.interviewCutOffHours} hours before. ${reminders}`
          : isOver
            ? "This time is over. What comes next stands on your dashboard. Write to us if you could not come."
            : "It starts too soon to be changed here. Write to us if you cannot come."}
      </p>
    </Card>
  )
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function Picker({ booked, onDone }: { booked: InterviewView | null; onDone: () => void }): ReactElement {
  const queries = useQueryClient()
  const [zone, setZone] = useState(booked?.timeZone ?? ownZone)
  const [slotId, setSlotId] = useState("")
  const {
    data: slots,
    error,
    refetch,
  } = useQuery({
    queryKey: [...queryKeys.journey, "slots"],
    queryFn: async ({ signal }) => (await call(listFreeSlots, { signal })).data,
  })
  const book = useMutation({
    mutationFn: () => call(bookInterview, { body: { slotId, timeZone: zone } }),
    onSuccess: async ({ message }) => {
      notify.success(message)
      onDone()
    },
    onError: (failure) => {
      setSlotId("")
      notify.error(messageOf(failure, noAnswerMessage))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.journey }),
  })
  if (error) {
    return <NotLoaded title="The times did not load" error={error} onRetry={refetch} />
  }
  if (!slots) return <Skeleton className="h-80" />
  if (slots.length === 0) {
    return (
      <EmptyState
        title="No times are open at present"
        text="We tell you when new ones are opened."
        action={
          booked ? <Button onClick={onDone}>Keep the booked time</Button> : <LinkButton to="/app">Dashboard</LinkButton>
        }
      />
    )
  }
  return (
    <Card className="grid gap-6">
      <SelectField
        label="Your time zone"
        hint="Times below are shown on this clock."
        value={zone}
        onChange={(event) => setZone(event.target.value)}
        choices={zoneChoices(ownZone)}
      />
      <Days slots={slots} zone={zone} picked={slotId} onPick={setSlotId} />
      <div className="flex flex-wrap gap-3">
        <Button size="large" disabled={slotId === ""} busy={book.isPending} onClick={() => book.mutate()}>
          {booked ? "Change to this time" : "Book this time"}
        </Button>
        {booked && (
          <Button variant="quiet" size="large" onClick={onDone}>
            Keep the booked time
          </Button>
        )}
      </div>
    </Card>
  )
}

interface DaysProps {
  slots: readonly FreeSlot[]
  zone: string
  picked: string
  onPick: (id: string) => void
}

/** Days with their times as radio buttons. */
function Days({ slots, zone, picked, onPick }: DaysProps): ReactElement {
  const days = useMemo(() => daysOf(slots, zone), [slots, zone])
  return (
    <div className="grid max-h-120 gap-6 overflow-y-auto">
      {days.map(({ title, slots: ofDay }) => (
        <fieldset key={title} className="grid gap-3">
          <legend className="mb-2 font-medium">{title}</legend>
          <div className="flex flex-wrap gap-2">
            {ofDay.map(({ id, startsAt }) => (
              <label
                key={id}
                className="relative flex min-h-11 min-w-20 items-center justify-center rounded-control border border-line-strong bg-raised px-4 tabular-nums has-checked:border-indigo has-checked:bg-indigo has-checked:text-on-indigo has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
              >
                <input
                  type="radio"
                  name="slot"
                  value={id}
                  checked={id === picked}
                  onChange={() => onPick(id)}
                  className="absolute inset-0 cursor-[inherit] opacity-0"
                />
                {timeIn(startsAt, zone)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
