import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { LoaderCircle } from "lucide-react"
import { type ReactElement, useEffect, useRef } from "react"
import { Link } from "react-router"
import { cancelOrder, type Order } from "#contract/product/generations.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { orderAddress } from "#web/lib/order-address.ts"
import { previewPath } from "#web/lib/picture-path.ts"
import { Button } from "#web/ui/button.tsx"
import { Popover } from "#web/ui/popover.tsx"
import { Progress } from "#web/ui/progress.tsx"
import { notify } from "#web/ui/toast.tsx"
import { isOpen } from "./order-view.ts"
import { finishedOrdersQuery, keepOrder, lookAgainMs, openOrdersQuery } from "./orders.ts"
import { lookUpOutcome } from "./outcome.ts"
import { describePlace } from "./place-in-line.ts"
import { useSecondsLeft } from "./use-seconds-left.ts"

/**
 * Finds out what became of an order that has left the list: the news may have come before the page was connected.
 * @param open undefined while the list is not known, as after signing out
 */
function useOutcomeLookedUp(open: readonly Order[] | undefined): void {
  const queries = useQueryClient()
  const before = useRef(open)
  useEffect(() => {
    const gone = before.current?.filter(({ id }) => open?.every((order) => order.id !== id)) ?? []
    before.current = open
    for (const { id } of gone) void lookUpOutcome(queries, id)
  }, [open, queries])
}

/** In the top bar of every screen: what is being drawn, and what has become ready since one last looked. */
export function OrderTray(): ReactElement | null {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...openOrdersQuery,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? lookAgainMs * 5 : false),
  })
  useOutcomeLookedUp(data)
  const open = data ?? []
  const { data: finished = [] } = useQuery(finishedOrdersQuery)
  if (open.length + finished.length === 0) return null
  const words = [
    ...(open.length > 0 ? [`${open.length} running`] : []),
    ...(finished.length > 0 ? [`${finished.length} ready`] : []),
  ].join(", ")
  return (
    <Popover
      label="Your orders"
      onOpenChange={(isShown) => {
        // Seen is seen: once the box is closed again the finished ones are in the gallery.
        if (!isShown) queries.setQueryData(finishedOrdersQuery.queryKey, [])
      }}
      trigger={
        <Button variant="secondary" className="rounded-full px-4 tabular-nums" aria-label={`Your orders: ${words}`}>
          {open.length > 0 && <LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />}
          <span className="max-sm:sr-only">{words}</span>
          <span aria-hidden="true" className="sm:hidden">
            {open.length + finished.length}
          </span>
        </Button>
      }
    >
      <h2 className="font-display text-lg font-semibold">Your orders</h2>
      <ul className="mt-2 grid divide-y divide-line">
        {finished.map((order) => (
          <FinishedLine key={order.id} order={order} />
        ))}
        {open.map((order) => (
          <OpenLine key={order.id} order={order} />
        ))}
      </ul>
    </Popover>
  )
}

function FinishedLine({ order }: { order: Order }): ReactElement {
  const [first] = order.pictures
  return (
    <li className="py-3">
      <Link to="/photo-gallery" className="flex min-h-14 items-center gap-3 rounded-control hover:underline">
        {first && (
          <img src={previewPath(first.url, 320)} alt="" className="size-14 shrink-0 rounded-control object-cover" />
        )}
        <span className="grid min-w-0">
          <span className="font-medium">Ready</span>
          <span className="truncate text-sm text-ink-soft">{order.prompt}</span>
        </span>
      </Link>
    </li>
  )
}

function OpenLine({ order }: { order: Order }): ReactElement {
  const queries = useQueryClient()
  const secondsLeft = useSecondsLeft(order)
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { orderId: order.id } }),
    onSuccess: ({ data }) => {
      keepOrder(queries, data)
      notify.success("Cancelled. Your credits are back.")
    },
    onError: (error) => notify.error(messageOf(error, "It could not be cancelled.")),
  })
  const isWaiting = order.status === "waiting"
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-center justify-between gap-3">
        <Link to={orderAddress(order.mode)} className="min-w-0 rounded-control hover:underline">
          <span className="block truncate font-medium">{order.prompt}</span>
          <span className="text-sm text-ink-soft tabular-nums">
            {isWaiting ? describePlace(order) : `Drawing, ${Math.floor(order.progress * 100)} %`}
            {!isWaiting && secondsLeft !== undefined && `, about ${secondsLeft} s left`}
          </span>
        </Link>
        {isWaiting && (
          <Button variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
      </div>
      <Progress label="Drawing" share={!isWaiting && order.progress > 0 ? order.progress : undefined} />
    </li>
  )
}
