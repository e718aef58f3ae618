import type { QueryClient } from "@tanstack/react-query"
import { addToOutbox, type Waiting } from "#web/lib/outbox/outbox.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Puts what was pressed without a connection in line, and says so. @returns false where this browser has no room for it */
export async function keepForLater(queries: QueryClient, userId: string, what: Waiting): Promise<boolean> {
  const isKept = await addToOutbox(queries, userId, what)
  if (isKept) {
    notify.notice(
      "Kept on this device. It is sent once you are online; until then you can take it back in “Your orders”.",
    )
  }
  return isKept
}
