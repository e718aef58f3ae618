import { messages } from "#contract/messages.ts"
import { notify } from "#web/ui/toast.tsx"

/** Orders whose good end has been told: the call's answer and the order's own state both bring the news. */
const told = new Set<string>()

/** Says once that an order's pictures are there. @param message the server's words; ours when it had none yet */
export function announceReady(orderId: string, message: string = messages.dalleGenerated): void {
  if (told.has(orderId)) return
  told.add(orderId)
  notify.success(message)
}

/** Says that nothing came of it, in the fixed words (specification §8). */
export function announceFailed(): void {
  notify.error(messages.generationFailed)
}
