import { queryOptions } from "@tanstack/react-query"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { listStoredKeys, outboxStart } from "#web/lib/stored/browser-store.ts"

/** What waits to be sent, by name alone: most people have nothing there, and none of its code is loaded for them. */
export function outboxNamesQuery(userId: string) {
  return queryOptions({
    // Below that of the outbox, so that it is read again with it.
    queryKey: [...queryKeys.outbox, userId, "names"],
    queryFn: () => listStoredKeys(userId, outboxStart),
  })
}
