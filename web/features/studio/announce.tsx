import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import type { Order } from "#contract/product/generations.ts"
import { previewPath } from "#web/lib/picture-path.ts"
import { notify } from "#web/ui/toast.tsx"

/** Orders whose good end has been told: the call's answer and the order's own state both bring the news. */
const told = new Set<string>()

/** Says once that an order's pictures are there, with the first of them. @param message the server's words; ours when it had none yet */
export function announceReady(order: Order, message: string = messages.dalleGenerated): void {
  if (told.has(order.id)) return
  told.add(order.id)
  notify.success(<ReadyNotice order={order} message={message} />)
}

function ReadyNotice({ order, message }: { order: Order; message: string }): ReactElement {
  const [first] = order.pictures
  return (
    <span className="flex items-center gap-3">
      {first && <img src={previewPath(first.url, 320)} alt="" className="size-11 rounded-control object-cover" />}
      <span>{message}</span>
    </span>
  )
}

/** Says that nothing came of it, in the fixed words. */
export function announceFailed(): void {
  notify.error(messages.generationFailed)
}
