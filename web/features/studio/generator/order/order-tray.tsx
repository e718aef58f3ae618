import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { LoaderCircle } from "lucide-react"
import { type ReactElement, useEffect, useEffectEvent, useRef } from "react"
import { Link } from "react-router"
import { trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { cancelOrder, type OpenModel, type Order } from "#contract/studio/generations.ts"
import { cancelRun, type Run } from "#contract/studio/runs.ts"
import { finishedWorkQuery } from "#web/content/work-outcome.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { previewPath } from "#web/lib/photos/picture-path.ts"
import { useSession } from "#web/lib/session/session.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { toldModelsQuery, toldRunsQuery } from "#web/lib/studio/open-work.ts"
import { orderAddress } from "#web/lib/studio/order-address.ts"
import { outboxNamesQuery } from "#web/lib/studio/outbox-names.ts"
import { keepRun } from "#web/lib/studio/runs.ts"
import { leftWords, useSecondsLeft } from "#web/lib/studio/wait.ts"
import { isWork, modelsAddress, modelWork, runAddress, runName } from "#web/lib/studio/work-labels.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Popover } from "#web/ui/overlay/popover.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { isOpen } from "./order-view.ts"
import { keepOrder, pollEveryMs } from "./orders.ts"
import { lookUpModel, lookUpOutcome, lookUpRun } from "./outcome.ts"
import { describePlace } from "./place-in-line.ts"

/**
 * Hears what has left a list: the news of its end may have come before the page was connected.
 * @param items undefined while the list is not known, as after signing out
 */
function useLeft<Item extends { id: string }>(items: readonly Item[] | undefined, hear: (id: string) => void): void {
  const before = useRef(items)
  const hearNow = useEffectEvent(hear)
  useEffect(() => {
    const gone = before.current?.filter(({ id }) => items?.every((item) => item.id !== id)) ?? []
    before.current = items
    for (const { id } of gone) hearNow(id)
  }, [items])
}

const loadOutboxLines = async () => (await import("#web/content/outbox/outbox-line.tsx")).OutboxLines

const listWork = (runs: readonly Run[]): Run[] => runs.filter(isWork)

/** In the top bar of every screen: what is under way, and what has become ready since one last looked. */
export function OrderTray(): ReactElement | null {
  const queries = useQueryClient()
  const work = useQuery({ ...toldRunsQuery, select: listWork }).data
  const models = useQuery(toldModelsQuery).data
  const isMore = [work, models].some((list) => list !== undefined && list.length > 0)
  const orders = useQuery({
    // What the home has read a moment ago stands; realtime reads it again once it is heard.
    refetchOnMount: false,
    ...openOrdersQuery,
    refetchInterval: ({ state }) => (isMore || state.data?.some(isOpen) ? pollEveryMs * 5 : false),
  }).data
  useLeft(orders, (id) => void lookUpOutcome(queries, id))
  useLeft(work, (id) => void lookUpRun(queries, id))
  useLeft(models, (id) => void lookUpModel(queries, id))
  const openCount = [orders, work, models].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  const { data: finished = [] } = useQuery(finishedWorkQuery)
  const { id: userId } = useSession()
  const { data: outbox = [] } = useQuery(outboxNamesQuery(userId))
  const { part: OutboxLines, want: wantLines } = useLazyPart(loadOutboxLines)
  const hasUnsent = outbox.length > 0
  useEffect(() => {
    if (hasUnsent) wantLines()
  }, [hasUnsent, wantLines])
  if (openCount + finished.length + outbox.length === 0) return null
  const words = [
    ...(outbox.length > 0 ? [`${outbox.length} not sent`] : []),
    ...(openCount > 0 ? [`${openCount} running`] : []),
    ...(finished.length > 0 ? [`${finished.length} ready`] : []),
  ].join(", ")
  return (
    <Popover
      label="Your orders"
      onOpenChange={(isShown) => {
        // Seen is seen: once the box is closed again the finished ones are in the gallery.
        if (!isShown) queries.setQueryData(finishedWorkQuery.queryKey, [])
      }}
      trigger={
        <Button
          variant="secondary"
          className="rounded-full px-4 tabular-nums max-sm:px-2"
          aria-label={`Your orders: ${words}`}
          data-under-way
        >
          {openCount > 0 && <LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />}
          <span className="max-sm:sr-only">{words}</span>
          <span aria-hidden="true" className="sm:hidden">
            {openCount + finished.length + outbox.length}
          </span>
        </Button>
      }
    >
      <h2 className="font-display text-lg font-semibold">Your orders</h2>
      <ul className="mt-2 grid grid-cols-1 divide-y divide-line">
        {OutboxLines && <OutboxLines userId={userId} />}
        {finished.map(({ id, name, to, picture }) => (
          <FinishedLine key={id} to={to} words={name} picture={picture} />
        ))}
        {orders?.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
        {work?.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
        {models?.map((model) => (
          <ModelLine key={model.id} model={model} />
        ))}
      </ul>
    </Popover>
  )
}

function FinishedLine(props: { to: string; words: string; picture: string | undefined }): ReactElement {
  const { to, words, picture } = props
  return (
    <li className="py-3">
      <Link to={to} className="flex min-h-14 items-center gap-3 rounded-control hover:underline">
        {picture && (
          <img src={previewPath(picture, 320)} alt="" className="size-14 shrink-0 rounded-control object-cover" />
        )}
        <span className="grid min-w-0">
          <span className="font-medium">Ready</span>
          <span className="truncate text-sm text-ink-soft">{words}</span>
        </span>
      </Link>
    </li>
  )
}

interface OpenLineProps {
  to: string
  name: string
  /** How far it is, in words. */
  state: string
  /** What the bar is called, and how much of it is done: undefined while nobody can tell. */
  label: string
  share: number | undefined
  /** Takes it back; absent: that is done elsewhere, or too late. */
  cancel?: { mutate: () => void; isPending: boolean } | undefined
}

function OpenLine({ to, name, state, label, share, cancel }: OpenLineProps): ReactElement {
  return (
    <li className="grid grid-cols-1 gap-2 py-3">
      <div className="flex items-center justify-between gap-3">
        <Link to={to} className="min-w-0 rounded-control hover:underline">
          <span className="block truncate font-medium">{name}</span>
          <span className="text-sm text-ink-soft tabular-nums">{state}</span>
        </Link>
        {cancel && (
          <Button variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
      </div>
      <Progress label={label} share={share} />
    </li>
  )
}

/** Of a progress from 0 to 1; "Drawing, 40 %". */
function describeShare(word: string, share: number): string {
  return `${word}, ${Math.floor(share * 100)} %`
}

const onRefused = (error: unknown): void => void notify.error(messageOf(error, "It could not be cancelled."))

function OrderLine({ order }: { order: Order }): ReactElement {
  const queries = useQueryClient()
  const secondsLeft = useSecondsLeft(order)
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { orderId: order.id } }),
    onSuccess: ({ data }) => {
      keepOrder(queries, data)
      notify.success("Cancelled. Your credits are back.")
    },
    onError: onRefused,
  })
  const isWaiting = order.status === "waiting"
  const left = secondsLeft === undefined ? "" : `, ${leftWords(secondsLeft)}`
  return (
    <OpenLine
      to={orderAddress(order.mode)}
      name={order.prompt}
      state={isWaiting ? describePlace(order) : describeShare("Drawing", order.progress) + left}
      label="Drawing"
      share={!isWaiting && order.progress > 0 ? order.progress : undefined}
      cancel={isWaiting ? cancel : undefined}
    />
  )
}

/** Work on photos that is not a picture's order. */
function RunLine({ run }: { run: Run }): ReactElement {
  const queries = useQueryClient()
  const secondsLeft = useSecondsLeft(run)
  const cancel = useMutation({
    mutationFn: () => call(cancelRun, { params: { runId: run.id } }),
    onSuccess: ({ data }) => {
      keepRun(queries, data)
      notify.success(run.feeCredits > 0 ? "Cancelled. Your credits are back." : "Cancelled.")
    },
    onError: onRefused,
  })
  const isWaiting = run.status === "waiting"
  const left = secondsLeft === undefined ? "" : `, ${leftWords(secondsLeft)}`
  return (
    <OpenLine
      to={runAddress(run)}
      name={runName(run)}
      state={isWaiting ? "Waiting" : describeShare("Working", run.progress) + left}
      label={runName(run)}
      share={!isWaiting && run.progress > 0 ? run.progress : undefined}
      cancel={isWaiting ? cancel : undefined}
    />
  )
}

function ModelLine({ model }: { model: OpenModel }): ReactElement {
  const { trainingStatus, progress } = model
  const status = trainingStatusOptions.find(({ value }) => value === trainingStatus)?.name ?? "Working"
  return (
    <OpenLine
      to={modelsAddress}
      name={modelWork(model)}
      state={describeShare(status, progress)}
      label={modelWork(model)}
      share={progress > 0 ? progress : undefined}
    />
  )
}
