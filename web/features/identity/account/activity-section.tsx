import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import type { Log } from "#contract/identity/account-records.ts"
import { listActivity } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { activityWords, deviceWords, placeWords } from "./device-labels.ts"
import { RecordPages } from "./record-pages.tsx"
import { Section } from "./section.tsx"

/** Entries of one page. */
const pageLength = 8

/** What happened to the account, newest first. */
export function ActivitySection(): ReactElement {
  const query = useInfiniteQuery({
    queryKey: queryKeys.activity,
    queryFn: ({ pageParam }) => listActivity(pageLength, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageLength < total ? pages.length * pageLength : undefined),
  })
  return (
    <Section
      id="activity"
      title="Recent activity"
      intro="What was done with your account lately. A sign-in or a change that was not yours? Change your password."
    >
      <RecordPages query={query} failedTitle="Your activity did not load">
        {(pages) => <ActivityList logs={pages.flatMap((page) => page.logs)} />}
      </RecordPages>
    </Section>
  )
}

function ActivityList({ logs }: { logs: readonly Log[] }): ReactElement {
  if (logs.length === 0) return <p className="text-ink-soft">Nothing yet. Sign-ins and changes will show here.</p>
  return (
    <ol className="divide-y divide-line">
      {logs.map((log) => (
        <li key={`${log.time} ${log.detail}`} className="py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{activityWords(log.detail)}</span>
            <time dateTime={log.time} className="text-sm text-ink-soft tabular-nums">
              {formatMoment(log.time)}
            </time>
          </p>
          <p className="text-sm text-ink-soft wrap-break-word">
            {deviceWords(log)} · {placeWords(log)}
          </p>
        </li>
      ))}
    </ol>
  )
}
