import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { clientErrorsKept } from "#contract/catalogue/client-errors.ts"
import { ClientErrorFilters, type ClientErrorGroup, listClientErrors } from "#contract/operations/client-errors.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment, formatNumber } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"

/** /operator/crashes: what failed in people's browsers, by message and build. */
export function CrashesScreen(): ReactElement {
  const { values, set } = useFilters(ClientErrorFilters)
  const id = values.id ?? ""
  const crashes = useQuery({
    queryKey: ["listClientErrors", id],
    placeholderData: (before) => before,
    queryFn: async () => (await call(listClientErrors, { query: values })).data,
  })
  return (
    <div className="grid gap-6">
      <div className="grid max-w-measure gap-2">
        <h1 className="text-3xl">Crashes</h1>
        <p className="text-ink-soft">
          Pages that failed in a browser in the last {clientErrorsKept.days} days, the newest{" "}
          {formatNumber(clientErrorsKept.count)} at most. Whose page it was is not kept; who writes to you can tell the
          id.
        </p>
      </div>
      <DelayedSearch
        hint="The id of an error, as its page shows it"
        value={id}
        onChange={(value) => set("id", value)}
      />
      <AdminList
        list={crashes}
        what="crashes"
        isEmpty={crashes.data?.length === 0}
        empty={{
          title: id === "" ? "Nothing failed" : "No such error",
          text:
            id === "" ? "When a page fails in a browser, it stands here." : "It may be older, or never have arrived.",
        }}
      >
        <ul aria-label="Crashes" className="grid divide-y divide-line rounded-card border border-line">
          {crashes.data?.map((crash) => (
            <Crash key={`${crash.build} ${crash.message}`} {...crash} />
          ))}
        </ul>
      </AdminList>
    </div>
  )
}

function Crash({
  message,
  build,
  count,
  firstAt,
  lastAt,
  pages,
  ids,
  stack,
  userAgent,
}: ClientErrorGroup): ReactElement {
  return (
    <li className="grid gap-2 px-4 py-4 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-3 font-medium">
        <span className="min-w-0">{message}</span>
        <Badge tone="clay">{count === 1 ? "once" : `${formatNumber(count)} times`}</Badge>
      </p>
      <p className="text-sm text-ink-soft">
        {count > 1 && `${formatMoment(firstAt)} to `}
        {formatMoment(lastAt)} · {pages.join(", ")}
      </p>
      <details>
        <summary className="min-h-6 cursor-pointer text-sm font-medium">Stack, browser and ids</summary>
        <div className="mt-3 grid gap-3 text-sm">
          <pre className="max-h-80 overflow-auto rounded-control border border-line bg-surface p-3 whitespace-pre-wrap">
            {stack === "" ? "No stack" : stack}
          </pre>
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
            <dt className="text-ink-soft">Build</dt>
            <dd>{build === "" ? "unknown" : build}</dd>
            <dt className="text-ink-soft">Browser</dt>
            <dd>{userAgent === "" ? "unknown" : userAgent}</dd>
            <dt className="text-ink-soft">Newest ids</dt>
            <dd className="font-mono">{ids.join(" ")}</dd>
          </dl>
        </div>
      </details>
    </li>
  )
}
