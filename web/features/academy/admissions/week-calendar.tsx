import { Plus } from "lucide-react"
import { type CSSProperties, Fragment, type ReactElement } from "react"
import { Link } from "react-router"
import type { Slot } from "#contract/academy/interviews-admin.ts"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { timeIn } from "./slot-days.ts"
import { dayIn, hoursOf, type Placed, placeSlots } from "./week.ts"

/** Height of an hour on a desk. */
const hourRem = 5.5

interface WeekCalendarProps {
  days: readonly string[]
  slots: readonly Slot[]
  zone: string
  today: string
  /** Somebody wants to open times on a day, at an hour when they pressed one. */
  onOpen: (day: string, time?: string) => void
  /** Somebody wants to take a free time back. */
  onTakeBack: (slot: Slot) => void
  isBusy: boolean
}

/** A week of interview times: columns by the hour on a desk, one day below the other on a phone. */
export function WeekCalendar(props: WeekCalendarProps): ReactElement {
  const { days, slots, zone, today, onOpen, onTakeBack, isBusy } = props
  const columns = days.map((day) => ({
    day,
    placed: placeSlots(
      slots.filter(({ startsAt }) => dayIn(startsAt, zone) === day),
      zone,
    ),
  }))
  const { first, last } = hoursOf(columns.flatMap(({ placed }) => placed))
  const hours = Array.from({ length: last - first }, (_, count) => first + count)
  const height = { "--hours": `${hours.length * hourRem}rem` } as CSSProperties
  return (
    <div
      aria-busy={isBusy}
      className="grid rounded-card border border-line bg-raised lg:grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]"
    >
      <div aria-hidden="true" className="hidden border-line border-r pt-14 lg:block">
        <div className="relative h-(--hours)" style={height}>
          {hours.map((hour) => (
            <span
              key={hour}
              style={{ top: `${(hour - first) * hourRem}rem` }}
              className="absolute right-2 -translate-y-1/2 text-ink-soft text-sm tabular-nums first:translate-y-0"
            >
              {clock(hour)}
            </span>
          ))}
        </div>
      </div>
      {columns.map(({ day, placed }) => (
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className="min-w-0 border-line border-b last:border-b-0 lg:border-r lg:border-b-0 lg:last:border-r-0"
        >
          <DayHead day={day} isToday={day === today} onOpen={day < today ? undefined : () => onOpen(day)} />
          <div className="relative lg:h-(--hours)" style={height}>
            {day >= today && <FreeHours day={day} hours={hours} first={first} onOpen={onOpen} />}
            {placed.length > 0 && (
              <ul className="grid gap-2 px-4 pb-4 lg:pointer-events-none lg:absolute lg:inset-0 lg:block lg:p-0">
                {placed.map((one) => (
                  <li key={one.slot.id} style={placeOf(one, first)} className={inColumn}>
                    <SlotBlock slot={one.slot} zone={zone} onTakeBack={onTakeBack} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`

/** Where a time stands in its column; the phone's list passes it over. */
const inColumn =
  "lg:pointer-events-auto lg:absolute lg:top-(--top) lg:left-(--left) lg:h-(--height) lg:w-(--width) p-px"

function placeOf({ from, until, lane, lanes }: Placed<unknown>, first: number): CSSProperties {
  const rem = (minutes: number): string => `${(minutes / 60) * hourRem}rem`
  return {
    "--top": rem(from - first * 60),
    "--height": rem(until - from),
    "--left": `${(lane / lanes) * 100}%`,
    "--width": `${100 / lanes}%`,
  } as CSSProperties
}

function DayHead({ day, isToday, onOpen }: { day: string; isToday: boolean; onOpen: (() => void) | undefined }) {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(new Date(day))
  const words = part({ weekday: "long", day: "numeric", month: "long" })
  return (
    <div
      className={classNames(
        "flex h-14 items-center justify-between gap-2 pr-1 pl-4 lg:border-line lg:border-b lg:pl-3",
        isToday && "bg-indigo-wash",
      )}
    >
      <h2 id={`day-${day}`} className="font-medium text-base" {...(isToday && { "aria-current": "date" })}>
        <span className="sr-only">{words}</span>
        <span aria-hidden="true" className="lg:hidden">
          {words}
        </span>
        <span aria-hidden="true" className="hidden lg:inline">
          {part({ weekday: "short", day: "numeric" })}
        </span>
      </h2>
      {onOpen && (
        <Button variant="quiet" size="icon" aria-label={`Open times on ${words}`} onClick={onOpen}>
          <Plus aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

interface FreeHoursProps {
  day: string
  hours: readonly number[]
  first: number
  onOpen: (day: string, time: string) => void
}

/** The empty hours of a column take a press of the mouse; keys and readers have the day's own button. */
function FreeHours({ day, hours, first, onOpen }: FreeHoursProps): ReactElement {
  return (
    <div aria-hidden="true" className="hidden lg:contents">
      {hours.map((hour) => (
        <Fragment key={hour}>
          <button
            type="button"
            tabIndex={-1}
            title={`Open ${clock(hour)}`}
            onClick={() => onOpen(day, clock(hour))}
            style={{ top: `${(hour - first) * hourRem}rem`, height: `${hourRem}rem` }}
            className="absolute inset-x-0 border-line border-b hover:bg-indigo-wash"
          />
        </Fragment>
      ))}
    </div>
  )
}

/** Whether a time has begun: nobody can book it any more. */
export function isPast({ startsAt }: Slot): boolean {
  return Date.parse(startsAt) < Date.now()
}

interface SlotBlockProps {
  slot: Slot
  zone: string
  onTakeBack: (slot: Slot) => void
}

const block =
  "flex size-full min-h-11 flex-wrap items-center gap-x-2 overflow-hidden rounded-control px-3 py-1 text-left text-sm ring-1 ring-inset lg:min-h-0 lg:content-start lg:items-start lg:rounded-md lg:px-2 lg:py-0.5"

/** One time: whoever booked it leads to the application, a free one can be taken back. */
function SlotBlock({ slot, zone, onTakeBack }: SlotBlockProps): ReactElement {
  const { startsAt, minutes, place, status, applicationId, name } = slot
  const time = <span className="font-medium tabular-nums">{timeIn(startsAt, zone)}</span>
  const free = isPast(slot) ? "Not booked" : "Free"
  // What is cut off in a narrow column.
  const title = [timeIn(startsAt, zone), name ?? free, place].join(", ")
  const length = <span className="text-ink-soft lg:sr-only">{minutes} minutes</span>
  if (applicationId) {
    return (
      <Link
        to={`/operator/admissions/applications/${applicationId}`}
        title={title}
        className={classNames(block, "bg-indigo-wash text-ink ring-indigo hover:ring-2")}
      >
        {time}
        <span className="min-w-0 truncate">{name}</span>
        {status !== "booked" && <span className="text-ink-soft">({status})</span>}
        {length}
      </Link>
    )
  }
  return (
    <button
      type="button"
      title={title}
      onClick={() => onTakeBack(slot)}
      className={classNames(block, "bg-ground text-ink-soft ring-line-strong hover:text-ink hover:ring-2")}
    >
      {time}
      <span>{free}</span>
      {length}
      <span className="sr-only">, take it back</span>
    </button>
  )
}
