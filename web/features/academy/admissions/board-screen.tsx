import { type ReactElement, useRef } from "react"
import { Link } from "react-router"
import { ApplicationFilters, listApplications, listApplicationsCsv } from "#contract/academy/admissions-admin.ts"
import { type ApplicationStatus, applicationStatuses } from "#contract/catalogue/applications.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { useAdminList } from "./admin-call.ts"
import { BulkDecision } from "./bulk-decision.tsx"
import { ProgramFilter } from "./program-filter.tsx"
import { statusWords } from "./status-labels.ts"
import { useKeys } from "./use-keys.ts"
import { isDecidable, outcomes, useMarked } from "./use-marked.ts"

/** Applications by their step; those that wait longest are on top. */
export function BoardScreen(): ReactElement {
  const { values, query, set } = useFilters(ApplicationFilters)
  const { status, program, tuition } = values
  const { data, error, refetch } = useAdminList(["board", query], (signal) =>
    call(listApplications, { query: values, signal }),
  )
  const choice = useMarked(data?.data ?? [])
  const list = useRef<HTMLUListElement>(null)
  useKeys({
    j: () => rowAt(list.current, 1)?.focus(),
    k: () => rowAt(list.current, -1)?.focus(),
    x: () => {
      const row = rowAt(list.current, 0)
      row?.focus()
      if (row?.dataset.row) choice.turn(row.dataset.row)
    },
    ...Object.fromEntries(outcomes.map(({ key, value }) => [key, () => choice.askMarked(value)])),
  })
  const pick = (next: ApplicationStatus | undefined) => set("status", next ?? "")
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <ListHead title="Applications" csvPath={listApplicationsCsv.path} query={query} />
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
      <Chip
        isPressed={tuition === "overdue"}
        onPress={() => set("tuition", tuition === "overdue" ? "" : "overdue")}
        className="justify-self-start"
      >
        Tuition overdue
      </Chip>
      <div className="grid gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] sm:items-end">
        <DelayedSearch
          hint="A part of the name or address"
          value={values.search ?? ""}
          onChange={(search) => set("search", search)}
        />
        <ProgramFilter value={program} onChange={(next) => set("program", next)} />
      </div>
      {error ? (
        <NotLoaded title="The applications did not load" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-80" />
      ) : data.data.length === 0 ? (
        <EmptyState
          title="No applications here"
          text={tuition ? "No learner owes an instalment that was due." : "They appear when the fee is paid."}
        />
      ) : (
        <ul aria-label="Applications" ref={list} className="grid divide-y divide-line border-y border-line">
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
                  {program}, cohort {cohort}. Since {formatZonedMoment(updatedAt)}
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

/** The row so many further than the one with the focus, at the ends the last one; the first while none has it. */
function rowAt(list: HTMLElement | null, step: number): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])]
  const line = document.activeElement?.closest("li")
  const at = rows.findIndex((row) => row.closest("li") === line)
  return at === -1 ? rows[0] : rows[Math.min(Math.max(at + step, 0), rows.length - 1)]
}
