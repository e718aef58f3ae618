import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { RotateCcw, X } from "lucide-react"
import { type ReactElement, useState } from "react"
import { cancelOrder, type Order } from "#contract/studio/generations.ts"
import { cancelRun, type FailedRun, listFailedRuns, putAwayRun, type Run, retryRun } from "#contract/studio/runs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { toldRunsQuery } from "#web/lib/studio/open-work.ts"
import { isWork, runName } from "#web/lib/studio/work-labels.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const onRefused = (error: unknown): void => void notify.error(messageOf(error, "This could not be done."))

/** Work that is under way or came to nothing, before the pictures of the gallery; nothing while there is none. */
export function WorkTiles(): ReactElement | null {
  const orders = useQuery(openOrdersQuery).data ?? []
  const runs = useQuery(toldRunsQuery).data?.filter(isWork) ?? []
  const failed =
    useQuery({ queryKey: queryKeys.failedRuns, queryFn: async () => (await call(listFailedRuns)).data }).data ?? []
  if (orders.length + runs.length + failed.length === 0) return null
  return (
    <ul aria-label="Work under way" className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-4">
      {orders.map((order) => (
        <OrderTile key={order.id} order={order} />
      ))}
      {runs.map((run) => (
        <RunTile key={run.id} run={run} />
      ))}
      {failed.map((run) => (
        <FailedTile key={run.id} run={run} />
      ))}
    </ul>
  )
}

interface OpenTileProps {
  name: string
  isWaiting: boolean
  progress: number
  preview: string | undefined
  cancel: { mutate: () => void; isPending: boolean }
}

function OpenTile({ name, isWaiting, progress, preview, cancel }: OpenTileProps): ReactElement {
  return (
    <li className="relative isolate grid min-h-36 content-end gap-2 overflow-hidden rounded-card border border-line bg-surface p-3">
      {preview && <img src={preview} alt="" className="absolute inset-0 -z-1 size-full object-cover opacity-35" />}
      <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
        {name}
      </p>
      <Progress label={name} share={!isWaiting && progress > 0 ? progress : undefined} />
      {isWaiting ? (
        <Button variant="secondary" busy={cancel.isPending} onClick={cancel.mutate} aria-label={`Cancel ${name}`}>
          Cancel
        </Button>
      ) : (
        <p className="flex min-h-11 items-center text-sm text-ink-soft tabular-nums">
          Working, {Math.floor(progress * 100)} %
        </p>
      )}
    </li>
  )
}

function OrderTile({ order }: { order: Order }): ReactElement {
  const { id, prompt, status, progress, previews } = order
  const cancel = useCancel(() => call(cancelOrder, { params: { orderId: id } }))
  return (
    <OpenTile
      name={prompt}
      isWaiting={status === "waiting"}
      progress={progress}
      preview={previews[0]}
      cancel={cancel}
    />
  )
}

function RunTile({ run }: { run: Run }): ReactElement {
  const { id, status, progress, previews } = run
  const cancel = useCancel(() => call(cancelRun, { params: { runId: id } }))
  return (
    <OpenTile
      name={runName(run)}
      isWaiting={status === "waiting"}
      progress={progress}
      preview={previews[0]}
      cancel={cancel}
    />
  )
}

function useCancel(send: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => notify.success("Cancelled."),
    onError: onRefused,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.openOrders }),
  })
}

function FailedTile({ run }: { run: FailedRun }): ReactElement {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { id, price, failure } = run
  const name = run.prompt || runName(run)
  const params = { runId: id }
  const readAgain = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: queryKeys.failedRuns })
    await queries.invalidateQueries({ queryKey: queryKeys.openOrders })
  }
  const retry = useMutation({
    mutationFn: () => call(retryRun, { params, agreedCredits: price ?? 0 }),
    onSuccess: () => setIsAsking(false),
    onError: onRefused,
    onSettled: readAgain,
  })
  const putAway = useMutation({
    mutationFn: () => call(putAwayRun, { params }),
    onError: onRefused,
    onSettled: readAgain,
  })
  const cost = price === 0 ? "It costs nothing." : `It costs ${formatCredits(price ?? 0)}.`
  return (
    <li className="grid min-h-36 content-between gap-2 rounded-card border border-line bg-surface p-3">
      <div className="grid gap-1">
        <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="line-clamp-3 text-sm text-clay">{failure ?? "This came to nothing."}</p>
      </div>
      <div className="flex gap-1">
        {price !== null && (
          <Button
            variant="secondary"
            className="min-w-0 grow px-2"
            aria-label={`Try again: ${name}`}
            onClick={() => setIsAsking(true)}
          >
            <RotateCcw aria-hidden="true" className="max-sm:hidden" />
            Try again
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          className="ml-auto shrink-0"
          aria-label={`Put away: ${name}`}
          title="Put away"
          disabled={putAway.isPending}
          onClick={() => putAway.mutate()}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Try again?"
        description={`“${name}” is ordered once more as it was. ${cost}`}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Not now
            </Button>
            <Button busy={retry.isPending} onClick={() => retry.mutate()}>
              {price === 0 ? "Try again" : `Try again (${formatCredits(price ?? 0)})`}
            </Button>
          </>
        }
      />
    </li>
  )
}
