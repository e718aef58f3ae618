import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { getRun, listOpenRuns, type Run } from "#contract/studio/runs.ts"
import { ApiError } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { putAnswer } from "#web/lib/calls/put-answer.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** Time between two looks at a run that is on its way, in ms: realtime is faster, but may be down. */
export const pollEveryMs = 2_000

export function isOpen({ status }: Pick<Run, "status">): boolean {
  return status === "waiting" || status === "running"
}

/** Own runs that are on their way, newest first. */
export const openRunsQuery = queryOptions({
  queryKey: queryKeys.openRuns,
  queryFn: async ({ signal }) => (await call(listOpenRuns, { signal })).data,
})

/** One run, looked at again until it has an outcome. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ["getRun", runId],
    queryFn: async ({ signal }) => (await call(getRun, { params: { runId }, signal })).data,
    refetchInterval: ({ state }) => (isOver(state) ? false : pollEveryMs),
    refetchIntervalInBackground: true,
  })
}

/** Whether nothing new is to be heard of a run: it has its outcome, or there is none of this name. */
function isOver({ data, error }: { data?: Run | undefined; error: Error | null }): boolean {
  return data ? !isOpen(data) : error instanceof ApiError && error.code === 404
}

/** Puts what is now known of a run where screens look for it; an outcome takes it off the open list. */
export function keepRun(queries: QueryClient, run: Run): void {
  putAnswer(queries, runQuery(run.id).queryKey, run)
  queries.setQueryData(openRunsQuery.queryKey, (runs) =>
    isOpen(run)
      ? runs?.map((known) => (known.id === run.id ? run : known))
      : runs?.filter((known) => known.id !== run.id),
  )
}

/** @returns what is known of a run here, without asking the server */
export function findKnownRun(queries: QueryClient, runId: string): Run | undefined {
  return (
    queries.getQueryData(runQuery(runId).queryKey) ??
    queries.getQueryData(openRunsQuery.queryKey)?.find((run) => run.id === runId)
  )
}
