import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import type { Order } from "#contract/studio/generations.ts"
import { previewPath } from "#web/lib/photos/picture-path.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Orders whose good end has been told: the call's answer and the order's own state both bring the news. */
const told = new Set<string>()

/** Those whose bad end has been told. */
const toldFailed = new Set<string>()

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

/** What is known of an order that failed. */
interface FailedOrder {
  /** Undefined where the call's answer came before anything else was heard of the order. */
  id: string | undefined
  mode: string
  prompt: string
}

/** Says once that an order came to nothing. */
export function announceFailedOrder({ id, mode, prompt }: FailedOrder): void {
  if (id !== undefined && toldFailed.has(id)) return
  if (id !== undefined) toldFailed.add(id)
  // Told by its words too, as an answer does not name its order and comes with the news of it.
  notify.error(<FailedNotice />, `failed ${mode} ${prompt}`)
}

function FailedNotice(): ReactElement {
  return (
    <span className="grid">
      <span>{messages.generationFailed}</span>
      <span className="text-sm text-ink-soft">Your credits are back.</span>
    </span>
  )
}

/** Says that a press came to nothing, in the fixed words. */
export function announceFailed(): void {
  notify.error(messages.generationFailed)
}
