import type { QueryClient } from "@tanstack/react-query"
import { addToOutbox, type Waiting } from "#web/lib/outbox/outbox.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Puts what was pressed without a connection in line, and says so. @returns false as `addToOutbox` */
export async function keepForLater(
  queries: QueryClient,
  userId: string,
  what: Waiting,
  id?: string | undefined,
): Promise<boolean> {
  const isKept = await addToOutbox(queries, userId, what, id)
  if (isKept) {
    notify.notice(
      "Kept on this device. It is sent once you are online; until then you can take it back in “Your orders”.",
    )
  }
  return isKept
}
