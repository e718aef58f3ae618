import { Download } from "lucide-react"
import { type KeyboardEvent, type ReactElement, useState } from "react"
import { Link, useSearchParams } from "react-router"
import { type ApplicationStatus, applicationStatuses } from "#contract/catalogue/applications.ts"
import { listApplications, listApplicationsCsv } from "#contract/product/admissions-office.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { formatMoment } from "#web/lib/format.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { buttonLook } from "#web/ui/button-look.ts"
import { Checkbox } from "#web/ui/checkbox.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { BulkDecision } from "./bulk-decision.tsx"
import { useOffice } from "./office-call.ts"
import { statusWords } from "./status-words.ts"
import { isDecidable, useMarked } from "./use-marked.ts"

/** Applications by their step; those that wait longest are on top. */
export function BoardScreen(): ReactElement {
  const [address, setAddress] = useSearchParams()
  const [search, setSearch] = useState("")
  const status = applicationStatuses.find((one) => one === address.get("status"))
  const { data, error, refetch } = useOffice(["board", status ?? "", search], (signal) =>
    call(listApplications, { query: { ...(status && { status }), search }, signal }),
  )
  const choice = useMarked(data?.data ?? [])
  const pick = (next: ApplicationStatus | undefined) => setAddress(next ? { status: next } : {}, { replace: true })
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl">Applications</h1>
          <a
            href={`${listApplicationsCsv.path}?${new URLSearchParams({ ...(status && { status }), search })}`}
            download
            className={buttonLook({ variant: "secondary" })}
          >
            <Download aria-hidden="true" className="size-5" />
            Download as CSV
          </a>
        </div>
        <p className="hidden text-ink-soft lg:block">
          Keys: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>x</kbd> marks, <kbd>Enter</kbd> opens; <kbd>a</kbd>,{" "}
          <kbd>w</kbd> and <kbd>d</kbd> admit, waitlist and decline what is marked. Rows can be dragged onto Admit,
          Waitlist and Decline.
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Show applications that are</legend>
        <Filter isOn={status === undefined} onPick={() => pick(undefined)} label="All" count={undefined} />
        {applicationStatuses.map((one) => {
          const count = data?.counts[one] ?? 0
          if (count === 0 && one !== status) return null
          return (
            <Filter key={one} isOn={one === status} onPick={() => pick(one)} label={statusWords[one]} count={count} />
          )
        })}
      </fieldset>
      <TextField
        label="Search by name or address"
        optional
        type="search"
        className="max-w-md"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error ? (
        <ErrorState
          title="The applications did not load"
          text={messageOf(error, noAnswerMessage)}
          action={<Button onClick={() => refetch()}>Try again</Button>}
        />
      ) : !data ? (
        <Skeleton className="h-80" />
      ) : data.data.length === 0 ? (
        <EmptyState title="No applications here" text="They appear when the fee is paid." />
      ) : (
        <ul
          aria-label="Applications"
          className="grid divide-y divide-line border-y border-line"
          onKeyDown={(event) => {
            moveByKeys(event)
            choice.handleKey(event)
          }}
        >
          {data.data.map(({ id, name, email, program, cohort, status: step, updatedAt }) => (
            <li
              key={id}
              className="grid grid-cols-[2.5rem_1fr] items-center"
              draggable={isDecidable(step)}
              onDragStart={() => choice.drag(id)}
            >
              {isDecidable(step) ? (
                <Checkbox
                  label={<span className="sr-only">Mark {name}</span>}
                  checked={choice.isMarked(id)}
                  onChange={(event) => choice.mark(id, event.target.checked)}
                />
              ) : (
                <span />
              )}
              <Link
                to={`/operator/admissions/applications/${id}`}
                data-row={id}
                className="grid gap-x-6 gap-y-1 px-2 py-4 hover:bg-surface sm:grid-cols-[1fr_1fr_auto] sm:items-center"
              >
                <span className="grid min-w-0">
                  <span className="font-medium">{name}</span>
                  <span className="truncate text-sm text-ink-soft">{email}</span>
                </span>
                <span className="text-sm text-ink-soft">
                  {program}, cohort {cohort}. Since {formatMoment(updatedAt)}
                </span>
                <Badge tone="indigo" className="justify-self-start">
                  {statusWords[step]}
                </Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <BulkDecision choice={choice} rows={data?.data ?? []} />
    </div>
  )
}

interface FilterProps {
  isOn: boolean
  onPick: () => void
  label: string
  count: number | undefined
}

function Filter({ isOn, onPick, label, count }: FilterProps): ReactElement {
  return (
    <Button variant={isOn ? "primary" : "secondary"} aria-pressed={isOn} onClick={onPick}>
      {label}
      {count !== undefined && <span className="tabular-nums opacity-75">{count}</span>}
    </Button>
  )
}

/** j and k move between the rows, as in many inboxes. */
function moveByKeys(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")]
  const focused = document.activeElement
  const at = focused instanceof HTMLElement ? rows.indexOf(focused) : -1
  rows[at + step]?.focus()
}
