import { ChevronLeft, ChevronRight, Plus } from "lucide-react"
import { type ReactElement, useState } from "react"
import { closeSlot, listSlots, listSlotsCsv, type Slot, SlotFilters } from "#contract/academy/interviews-admin.ts"
import { Day } from "#contract/primitives.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { type AddressQuery, readFilters, useAddressQuery } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { useAdmin, useAdminAct } from "./admin-call.ts"
import { WordsDialog } from "./note-dialog.tsx"
import { type OfferedTimes, OpenTimes } from "./open-times.tsx"
import { ProgramFilter } from "./program-filter.tsx"
import { zoneChoices } from "./slot-days.ts"
import { useKeys } from "./use-keys.ts"
import { addDays, dayIn, daysOfWeek, mondayOf, stretchOf, weekInWords } from "./week.ts"
import { isPast, WeekCalendar } from "./week-calendar.tsx"

const states = [
  { value: "free", label: "Free" },
  { value: "booked", label: "Booked" },
  { value: "held", label: "Held" },
  { value: "missed", label: "Missed" },
]

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The calendar of interviews, week by week on the operator's clock: who booked, what is free. */
export function SlotsScreen(): ReactElement {
  const [zone, setZone] = useState(ownZone)
  const today = dayIn(new Date(), zone)
  const address = useAddressQuery()
  const { monday, show, move } = readWeek(address, mondayOf(today))
  const [offered, setOffered] = useState<OfferedTimes>()
  const [last, setLast] = useState({ times: "10:00, 11:00", minutes: "30", place: "" })
  const [closing, setClosing] = useState<Slot>()
  const { values, query, set } = readFilters(SlotFilters, address)
  const { data, error, refetch } = useAdmin(["slots", monday, query], async (signal) => {
    return (await call(listSlots, { query: { ...values, ...stretchOf(monday) }, signal })).data
  })
  const days = daysOfWeek(monday)
  const slots = (data ?? []).filter(({ startsAt }) => days.includes(dayIn(startsAt, zone)))
  const booked = slots.filter(({ applicationId }) => applicationId !== null).length
  const free = slots.filter((slot) => slot.applicationId === null && !isPast(slot)).length
  const offer = (day: string, time?: string): void => setOffered({ day, ...last, ...(time && { times: time }) })
  const offerNext = (): void => offer(days.includes(today) || monday < today ? addDays(today, 1) : monday)
  useKeys({
    k: () => move(-7),
    j: () => move(7),
    t: () => show(mondayOf(today)),
    o: offerNext,
  })
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <ListHead title="Interviews" csvPath={listSlotsCsv.path} query={query}>
          <Button onClick={offerNext}>
            <Plus aria-hidden="true" />
            Open times
          </Button>
        </ListHead>
        <p className="hidden text-ink-soft lg:block">
          Keys: <kbd>j</kbd> and <kbd>k</kbd> go a week on and back, <kbd>t</kbd> to this week, <kbd>o</kbd> opens
          times.
        </p>
      </div>
      <div className="grid max-w-3xl gap-x-4 sm:grid-cols-2">
        <ProgramFilter value={values.program} onChange={(next) => set("program", next)} />
        <SelectField
          label="State"
          optional="unsaid"
          placeholder="Every state"
          choices={states}
          value={values.state ?? ""}
          onChange={(event) => set("state", event.target.value)}
        />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="icon" aria-label="Week before" onClick={() => move(-7)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button variant="secondary" size="icon" aria-label="Next week" onClick={() => move(7)}>
            <ChevronRight aria-hidden="true" />
          </Button>
          <Button variant="secondary" disabled={monday === mondayOf(today)} onClick={() => show(mondayOf(today))}>
            This week
          </Button>
          <p role="status" className="grid sm:ml-2">
            <span className="font-medium">{weekInWords(monday)}</span>
            <span className="text-ink-soft text-sm tabular-nums">
              {!data && "Loading"}
              {data && slots.length > 0 && `${booked} booked, ${free} free`}
              {data && slots.length === 0 && (query === "" ? noTimesWords(monday, today) : "No times of this choice")}
            </span>
          </p>
        </div>
        <SelectField
          label="Time zone"
          hideLabel
          value={zone}
          onChange={(event) => setZone(event.target.value)}
          choices={zoneChoices(ownZone)}
        />
      </div>
      {error ? (
        <NotLoaded title="The times did not load" error={error} onRetry={refetch} />
      ) : (
        <WeekCalendar
          days={days}
          slots={slots}
          zone={zone}
          today={today}
          onOpen={offer}
          onTakeBack={setClosing}
          isBusy={!data}
        />
      )}
      {offered && (
        <OpenTimes
          offered={offered}
          zone={zone}
          onDone={({ day, ...times }) => {
            setLast(times)
            setOffered(undefined)
            show(mondayOf(day))
          }}
          onClose={() => setOffered(undefined)}
        />
      )}
      {closing && <TakeBack slot={closing} onClose={() => setClosing(undefined)} />}
    </div>
  )
}

/** What is said of a week without any time. */
function noTimesWords(monday: string, today: string): string {
  const isOver = addDays(monday, 6) < today
  return isOver
    ? "No times were open in this week"
    : "No times in this week yet. Open some, so that applicants can book"
}

function TakeBack({ slot, onClose }: { slot: Slot; onClose: () => void }): ReactElement {
  const act = useAdminAct()
  return (
    <WordsDialog
      label="Take back"
      title="Take this time back?"
      text={`${slot.words}, ${slot.minutes} minutes, ${slot.place}. Nobody can book it then.`}
      hasNote={false}
      isRoutine
      onConfirm={({ reason }) => act(() => call(closeSlot, { params: { id: slot.id }, body: { reason } }))}
      onClose={onClose}
    />
  )
}

interface Week {
  monday: string
  show: (monday: string) => void
  /** So many days on. */
  move: (days: number) => void
}

/** The week in the address, by its Monday, so that it can be kept and sent; this one without. */
function readWeek({ drawn, change }: AddressQuery, thisWeek: string): Week {
  const mondayIn = (query: URLSearchParams): string => {
    const given = query.get("week") ?? ""
    return Day.safeParse(given).success ? mondayOf(given) : thisWeek
  }
  const write = (query: URLSearchParams, monday: string): void =>
    monday === thisWeek ? query.delete("week") : query.set("week", monday)
  return {
    monday: mondayIn(drawn),
    show: (monday) => change((query) => write(query, monday)),
    move: (days) => change((query) => write(query, addDays(mondayIn(query), days))),
  }
}
