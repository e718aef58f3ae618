import { useInfiniteQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type CreditEntry, type EntryDirection, listEntries, listEntriesCsv } from "#contract/money/credits.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoment, formatNumber } from "#web/lib/format/format.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { RecordPages } from "./record-pages.tsx"

const filters = [
  { value: "all", label: "All" },
  { value: "in", label: "Added" },
  { value: "out", label: "Spent" },
] as const

type Filter = (typeof filters)[number]["value"]

/** Movements of one page. */
const pageLength = 10

/** Every movement of the person's credits, newest first. */
export function CreditsHistory(): ReactElement {
  const [filter, setFilter] = useState<Filter>("all")
  const direction: EntryDirection | undefined = filter === "all" ? undefined : filter
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.creditEntries, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listEntries, {
        query: { limit: pageLength, ...(pageParam && { cursor: pageParam }), ...(direction && { direction }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Segmented
          label="Movements"
          hideLabel
          choices={filters}
          value={filter}
          onPick={setFilter}
          className="w-full sm:w-72"
        />
        <a
          href={direction ? `${listEntriesCsv.path}?direction=${direction}` : listEntriesCsv.path}
          download
          className={buttonLook({ variant: "secondary" })}
        >
          Download CSV
        </a>
      </div>
      <RecordPages query={query} failedTitle="Your credits did not load">
        {(pages) => <Movements entries={pages.flatMap((page) => page.data)} />}
      </RecordPages>
    </div>
  )
}

function Movements({ entries }: { entries: readonly CreditEntry[] }): ReactElement {
  if (entries.length === 0) return <p className="text-ink-soft">Nothing here yet.</p>
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{entry.note || entry.kind}</p>
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
              <time dateTime={entry.createdAt} className="tabular-nums">
                {formatMoment(entry.createdAt)}
              </time>
              {entry.about && entry.about.path !== "" && (
                <TextLink to={entry.about.path}>{entry.about.kind === "order" ? "Order" : "Result"}</TextLink>
              )}
            </p>
          </div>
          <p className={`shrink-0 font-medium tabular-nums ${entry.amount > 0 ? "text-leaf" : ""}`}>
            {entry.amount > 0 ? "+" : "−"}
            {formatNumber(Math.abs(entry.amount))}
          </p>
        </li>
      ))}
    </ol>
  )
}
