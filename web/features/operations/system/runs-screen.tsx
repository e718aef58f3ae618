import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import {
  type AdminRun,
  listAdminRuns,
  listAdminRunsCsv,
  maxAtOnce,
  RunState,
  refundRuns,
  retryRuns,
} from "#contract/studio/runs-admin.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { outcomeWords } from "#web/features/operations/console/outcome-labels.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { runStates } from "#web/features/operations/console/run-states.ts"
import { useMarked } from "#web/features/operations/console/use-marked.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits, formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { EngineHealth } from "./engine-health.tsx"

const noRun: Readonly<Record<RunState, string>> = {
  failed: "No run has failed.",
  waiting: "No run is waiting.",
  running: "No run is at work.",
  ready: "No run is ready.",
  cancelled: "No run was cancelled.",
}

/** /operator/runs: work of the engines by state, what went wrong, and what can be done about many at once. */
export function RunsScreen(): ReactElement {
  const [address, setAddress] = useSearchParams()
  const status = RunState.catch("failed").parse(address.get("status"))
  const engine = address.get("engine") ?? undefined
  const failure = address.get("failure") ?? undefined
  const { has, mark, markOnly } = useMarked()
  const [asking, setAsking] = useState<"refund" | "retry">()
  const queries = useQueryClient()
  const runs = useInfiniteQuery({
    queryKey: ["listAdminRuns", status, engine, failure],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      call(listAdminRuns, {
        query: { status, ...(engine && { engine }), ...(failure && { failure }), ...(before && { before }) },
      }),
    getNextPageParam: ({ data }) => (data.length < 50 ? undefined : data.at(-1)?.id),
  })
  const pages = runs.data?.pages ?? []
  const rows = pages.flatMap(({ data }) => data)
  const marked = rows.filter(({ id }) => has(id)).slice(0, maxAtOnce)
  const narrow = (change: Record<string, string | undefined>): void => {
    const next = { status, engine, failure, ...change }
    markOnly([])
    setAddress(Object.fromEntries(Object.entries(next).filter((pair): pair is [string, string] => !!pair[1])), {
      replace: true,
    })
  }
  const renew = (): Promise<void> => {
    markOnly([])
    return queries.invalidateQueries({ queryKey: ["listAdminRuns"] })
  }
  const total = marked.reduce((sum, { credits }) => sum + credits, 0)
  const count = marked.length === 1 ? "1 run" : `${marked.length} runs`
  return (
    <div className="grid gap-6">
      <ListHead title="Runs" csvPath={listAdminRunsCsv.path} query={address.toString()} />
      <EngineHealth />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">State</legend>
        {(Object.keys(runStates) as RunState[]).map((name) => (
          <Chip
            key={name}
            isPressed={name === status}
            onPress={() => narrow({ status: name, engine: undefined, failure: undefined })}
          >
            {runStates[name]}
          </Chip>
        ))}
      </fieldset>
      {((pages[0]?.failures.length ?? 0) > 0 || (pages[0]?.engines.length ?? 0) > 1) && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 text-sm text-ink-soft">Only these</legend>
          {pages[0]?.failures.map(({ failure: words, count: times }) => (
            <Chip
              key={words}
              isPressed={words === failure}
              onPress={() => narrow({ failure: words === failure ? undefined : words })}
            >
              {`${words} (${times})`}
            </Chip>
          ))}
          {(pages[0]?.engines.length ?? 0) > 1 &&
            pages[0]?.engines.map((name) => (
              <Chip
                key={name}
                isPressed={name === engine}
                onPress={() => narrow({ engine: name === engine ? undefined : name })}
              >
                {name}
              </Chip>
            ))}
        </fieldset>
      )}
      <AdminList list={runs} what="runs" isEmpty={rows.length === 0} empty={{ title: "No run", text: noRun[status] }}>
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox
            label={`All ${Math.min(rows.length, maxAtOnce)} shown`}
            checked={marked.length === Math.min(rows.length, maxAtOnce)}
            onChange={(event) => markOnly(event.target.checked ? rows.slice(0, maxAtOnce).map(({ id }) => id) : [])}
          />
          <span role="status" className="grow text-ink-soft">
            {marked.length > 0 && `${count} chosen, ${formatCredits(total)}`}
          </span>
          {status === "failed" && (
            <Button variant="secondary" disabled={marked.length === 0} onClick={() => setAsking("retry")}>
              Try again
            </Button>
          )}
          {status !== "failed" && status !== "cancelled" && (
            <Button variant="secondary" disabled={marked.length === 0} onClick={() => setAsking("refund")}>
              Refund
            </Button>
          )}
        </div>
        <ul aria-label="Runs" className="grid divide-y divide-line rounded-card border border-line">
          {rows.map((run) => (
            <RunRow key={run.id} run={run} isMarked={has(run.id)} onMark={(is) => mark(run.id, is)} />
          ))}
        </ul>
      </AdminList>
      {asking && (
        <ReasonDialog
          title={asking === "refund" ? `Refund ${count}` : `Try ${count} again`}
          description={
            asking === "refund"
              ? `${formatCredits(total)} at most go back to their people. Runs that are not finished end now.`
              : "They are drawn again at no cost for their people; what these paid is back already."
          }
          button={asking === "refund" ? `Refund ${count}` : `Try ${count} again`}
          isDanger={asking === "refund"}
          isRoutine={asking === "retry"}
          send={async (reason) => {
            const body = { ids: marked.map(({ id }) => id), reason }
            const { data } = await call(asking === "refund" ? refundRuns : retryRuns, { body })
            return { message: outcomeWords(data) }
          }}
          onDone={renew}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

interface RunRowProps {
  run: AdminRun
  isMarked: boolean
  onMark: (isMarked: boolean) => void
}

function RunRow({ run, isMarked, onMark }: RunRowProps): ReactElement {
  const { title, engine, failure, credits, person, createdAt } = run
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3">
      <span className="min-w-0 grow basis-60">
        <Checkbox
          label={`${title} of ${person.name || "somebody"}`}
          checked={isMarked}
          onChange={(event) => onMark(event.target.checked)}
        />
        <span className="block pl-9 text-sm text-ink-soft wrap-anywhere">
          {formatMoment(createdAt)} · {formatCredits(credits)}
          {engine !== "" && ` · ${engine}`} · <TextLink to={`/operator/people/${person.id}`}>Person</TextLink>
        </span>
      </span>
      {failure !== "" && <Badge tone="clay">{failure.length > 60 ? `${failure.slice(0, 60)}…` : failure}</Badge>}
    </li>
  )
}
