import { useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, CircleX } from "lucide-react"
import type { ReactElement } from "react"
import {
  getServiceStatus,
  type Incident,
  incidentDays,
  type PartState,
  type ServicePart,
} from "#contract/operations/status.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { statusPage } from "#web/content/public-pages.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"

/** How often the page asks again while somebody looks, in ms. */
const askAgainMs = 30_000

const partWords: Readonly<Record<ServicePart, string>> = {
  accounts: "Accounts and sign-in",
  files: "Pictures and files that are kept",
  pictures: "Making new pictures",
  payments: "Payments",
  mail: "Mail",
}

const states: Readonly<Record<PartState, { words: string; Icon: typeof CircleCheck; look: string }>> = {
  working: { words: "Works", Icon: CircleCheck, look: "text-leaf" },
  slow: { words: "Slower than usual", Icon: CircleAlert, look: "text-amber" },
  down: { words: "Does not work", Icon: CircleX, look: "text-clay" },
}

/** "/status": how the parts of the product are just now, and what the people who run it say about troubles. */
export function StatusScreen(): ReactElement {
  const status = useQuery({
    queryKey: ["getServiceStatus"],
    queryFn: async () => (await call(getServiceStatus)).data,
    refetchInterval: askAgainMs,
  })
  return (
    <>
      <PageIntro
        title={statusPage.title}
        text={`How each part is just now, looked at every ${askAgainMs / 1_000} seconds, and what we know about troubles.`}
      />
      <div className="mx-auto grid max-w-page gap-12 px-5 py-10 sm:px-8 lg:pb-24">
        {status.isPending ? (
          <Skeleton className="h-80 max-w-3xl" />
        ) : status.error ? (
          <NotLoaded title="The server does not answer" error={status.error} onRetry={status.refetch} />
        ) : (
          <>
            <Parts
              parts={status.data.parts}
              checkedAt={status.data.checkedAt}
              hasOpenTrouble={status.data.incidents.some(({ endedAt }) => endedAt === "")}
            />
            <Incidents incidents={status.data.incidents} />
          </>
        )}
      </div>
    </>
  )
}

interface PartsProps {
  parts: readonly { part: ServicePart; state: PartState }[]
  checkedAt: string
  /** Operators say that something is wrong, whatever the parts say. */
  hasOpenTrouble: boolean
}

function Parts({ parts, checkedAt, hasOpenTrouble }: PartsProps): ReactElement {
  const troubled = parts.filter(({ state }) => state !== "working")
  return (
    <section aria-labelledby="parts" className="grid max-w-3xl gap-4">
      <h2 id="parts" className="text-2xl">
        {troubled.length === 0
          ? hasOpenTrouble
            ? "We know of a problem"
            : "Everything works"
          : troubled.length === 1
            ? "One part has trouble"
            : `${troubled.length} parts have trouble`}
      </h2>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface">
        {parts.map(({ part, state }) => {
          const { words, Icon, look } = states[state]
          return (
            <li key={part} className="flex items-center gap-4 px-5 py-4">
              <span className="grow font-medium">{partWords[part]}</span>
              <span className={`flex shrink-0 items-center gap-2 ${look}`}>
                <Icon aria-hidden="true" className="size-5" />
                {words}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-ink-soft">Looked at {formatZonedMoment(checkedAt)}.</p>
    </section>
  )
}

function Incidents({ incidents }: { incidents: readonly Incident[] }): ReactElement {
  return (
    <section aria-labelledby="incidents" className="grid max-w-3xl gap-4">
      <h2 id="incidents" className="text-2xl">
        Troubles of the last {incidentDays} days
      </h2>
      {incidents.length === 0 ? (
        <p className="text-ink-soft">There were none that we know of.</p>
      ) : (
        <ul className="grid gap-6">
          {incidents.map(({ id, title, text, startedAt, updatedAt, endedAt }) => (
            <li
              key={id}
              className={`grid gap-2 border-l-2 pl-5 ${endedAt === "" ? "border-clay" : "border-line-strong"}`}
            >
              <h3 className="text-lg font-semibold wrap-anywhere">{title}</h3>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="text-sm text-ink-soft">
                {endedAt === ""
                  ? `Since ${formatZonedMoment(startedAt)}, last word ${formatZonedMoment(updatedAt)}`
                  : `${formatZonedMoment(startedAt)} to ${formatZonedMoment(endedAt)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
