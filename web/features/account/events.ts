import { queryKeys } from "#web/lib/query-keys.ts"
import { type Listener, onAccount } from "#web/lib/realtime.ts"

/** A sign-in or a change elsewhere shows on the open account screen at once. */
export const accountEvents: readonly Listener[] = [
  onAccount((queries) => queries.invalidateQueries({ queryKey: queryKeys.sessions })),
  onAccount((queries) => queries.invalidateQueries({ queryKey: queryKeys.identities })),
  onAccount((queries) => queries.invalidateQueries({ queryKey: queryKeys.activity })),
]
