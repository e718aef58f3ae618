import type { ReactElement } from "react"
import type { Order } from "#contract/studio/generations.ts"
import { describePlace } from "#web/features/studio/generator/order/place-in-line.ts"
import type { StudioOrder } from "#web/features/studio/generator/order/use-studio-order.ts"
import { leftWords, useSecondsLeft, waitWords } from "#web/lib/studio/wait.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"

/** What the wait is for: the fixed words, and beneath them how far it really is (docs/product-rules.md#waiting-time). */
export function BusyLine({ studioOrder }: { studioOrder: StudioOrder }): ReactElement {
  const { order, cancel, leave, isCancelling } = studioOrder
  const secondsLeft = useSecondsLeft(order)
  const isDrawing = order?.status === "drawing"
  const percent = Math.floor((order?.progress ?? 0) * 100)
  return (
    <div className="grid gap-3">
      <p role="status" className="text-center font-medium">
        {waitWords(secondsLeft, order?.status === "waiting" && (order.ahead ?? 0) > 0)}
      </p>
      <Progress label="Drawing" share={isDrawing && percent > 0 ? order.progress : undefined} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-4 text-sm text-ink-soft tabular-nums">
        <p>
          {describe(order)}
          {isDrawing && percent > 0 && `, ${percent} %`}
        </p>
        {secondsLeft !== undefined && <p>{leftWords(secondsLeft)}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          {order && (
            <Button variant="quiet" onClick={leave}>
              Start another
            </Button>
          )}
          {order?.status === "waiting" && (
            <Button variant="secondary" busy={isCancelling} onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function describe(order: Order | undefined): string {
  if (order === undefined) return "Sending your order"
  return order.status === "waiting" ? describePlace(order) : "Drawing"
}
